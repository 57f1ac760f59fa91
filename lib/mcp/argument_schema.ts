/** What `tool` needs of a schema: any schema of zod 4 has it. */
export interface ArgumentSchema<T> {
  /**
   * Parses a value without throwing.
   *
   * @param value The value.
   * @returns The typed value, or what does not fit.
   */
  safeParseAsync(value: unknown): Promise<ArgumentFit<T>>;
}

/** Whether a value fits a schema, in zod's words. */
export type ArgumentFit<T> =
  | {
    /** It fits. */
    success: true;
    /** The typed value. */
    data: T;
  }
  | {
    /** It does not fit. */
    success: false;
    /** What does not fit. */
    error: {
      /** The complaints, one for each place. */
      issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
    };
  };
