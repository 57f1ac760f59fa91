/** What every assertion throws. */
export class AssertionError extends Error {
  /**
   * @param message What was expected, and what came.
   * @param options As for `Error`.
   */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AssertionError";
  }
}
