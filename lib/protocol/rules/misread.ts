/** What cannot be read in a rule or in a shell text, and where. Never leaves this folder. */
export class Misread extends Error {
  /** Where, in UTF-16 units from the text's start. */
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}
