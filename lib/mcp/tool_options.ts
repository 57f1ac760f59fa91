import type { ArgumentSchema } from "./argument_schema.ts";

/** Options of `tool`. */
export interface ToolOptions {
  /**
   * Whether calls are allowed where nobody else decides: no rule of the script's own names them then. Gates refuse them
   * all the same, an answer of a responder goes first, questions for a person stay, and in plan mode only a tool that is
   * `readOnly` is allowed so.
   *
   * @default false
   */
  allow?: boolean;
  /** The tool's name for people. @default none */
  title?: string;
  /** Whether it changes nothing. The CLI may then call it beside others. @default not told */
  readOnly?: boolean;
  /** Whether it may destroy something. @default not told */
  destructive?: boolean;
  /** Whether calling it twice does no more than calling it once. @default not told */
  idempotent?: boolean;
  /** Whether it reaches beyond this machine. @default not told */
  openWorld?: boolean;
  /** Whether the model sees it at once and need not search for it. @default what `mcpServer` is told */
  alwaysLoad?: boolean;
  /** The zod schema of the result, which must be an object then; what does not fit is an error. @default none */
  output?: ArgumentSchema<unknown>;
}
