/**
 * What `structured` needs of a schema: those of zod 4.2 and later have it. Those of zod/mini do not tell their JSON schema;
 * beside them stands `z.toJSONSchema`.
 */
export interface ResultSchema<T> {
  /**
   * Parses a value without throwing.
   *
   * @param value The value.
   * @returns The typed value, or what does not fit.
   */
  safeParse(value: unknown): ResultFit<T>;
  /**
   * Tells the JSON schema.
   *
   * @param options What is to be told and how, in zod's words.
   * @returns The JSON schema.
   */
  toJSONSchema(options: object): object;
}

/** Whether a value fits a schema, in zod's words. */
export type ResultFit<T> =
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
