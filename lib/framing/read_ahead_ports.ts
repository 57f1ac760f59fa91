/** What reading ahead needs of whoever it reads for. */
export interface ReadAheadPorts<Item> {
  /** Whether lines must wait now. */
  held(): boolean;
  /**
   * Turns the next bytes of the input into what is delivered. They come in order: whole lines, as many as a block holds,
   * or a piece of a longer line. Their memory is used again afterwards.
   */
  parse(bytes: Uint8Array): Item[];
  /** Takes the next of what was parsed. */
  deliver(item: Item): void;
  /**
   * Looks at a line with an urgent word that others wait in front of.
   *
   * @param bytes The line with its line end.
   * @returns Whether it was taken: then it is not delivered again.
   */
  takeAhead(bytes: Uint8Array): boolean;
  /** The same for a line that was parsed before anybody held, whatever words are in it. */
  takeParsedAhead(item: Item): boolean;
  /** Whether anybody wants what waits: otherwise it is let go of. */
  wanted(): boolean;
  /** Calls back in a later task: much has been delivered in this one. */
  rest(resume: () => void): void;
}

/** How input is read ahead. */
export interface ReadAheadOptions {
  /** How long a line may be, in bytes, to be looked at as a whole. */
  maxLine: number;
  /** Which lines must not wait. */
  urgent: UrgentLines;
  /** How much of what waited is delivered before there is a rest, in bytes. @default 512 KiB */
  sliceBytes?: number;
}

/** How lines are told that must not wait, without parsing them. */
export interface UrgentLines {
  /** Words of which one stands in each of them. */
  words: readonly string[];
  /** Beginnings of lines that may wait, whatever words are in them: looking there alone takes a third of the time. */
  calmStarts: readonly string[];
}

/** No line is urgent. */
export const NOTHING_URGENT: UrgentLines = { words: [], calmStarts: [] };
