/**
 * What `askPerson` needs of a terminal. The default is the script's own; another one lets a test type.
 */
export interface Terminal {
  /** Whether there is a person: the input is a terminal, and so is what is written to. */
  isTerminal(): boolean;
  /**
   * Takes the keyboard: from now on every key goes to the listener as it is typed, unseen and unechoed.
   *
   * @param listener Told of the bytes of each read; `null` when the input has ended.
   */
  open(listener: (bytes: Uint8Array | null) => void): void;
  /** Gives the keyboard back as it was. What is typed from now on stays unread. May be called twice. */
  close(): void;
  /** Writes text. */
  write(text: string): void;
  /** How many columns a line has. */
  columns(): number;
  /**
   * Calls back later.
   *
   * @returns A function that calls it off.
   */
  after(milliseconds: number, callback: () => void): () => void;
  /** Does to the script what Ctrl+C does while nobody is asked. */
  interrupt(): void;
}

/** A terminal that lines can be read at, too. */
export interface LineTerminal extends Terminal {
  /**
   * As {@linkcode Terminal.open}, but the terminal stays as it is: it echoes, lets the person correct the
   * line, raises SIGINT at Ctrl+C, and gives whole lines.
   */
  openLines(listener: (bytes: Uint8Array | null) => void): void;
}

/** Written before a text that takes the place of the terminal's current line. */
export const REWRITE_LINE = "\r\x1b[K";
