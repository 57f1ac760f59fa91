import type { Observable } from "rxjs";
import { UsageError } from "../protocol/errors.ts";
import { checkOptionBag, type OptionNames } from "../protocol/option_bag.ts";
import type { ArgumentSchema } from "./argument_schema.ts";
import { objectSchema } from "./_schema.ts";
import type { ToolContent, ToolResult } from "./tool_content.ts";
import type { ToolContext } from "./tool_context.ts";

/**
 * What a handler may give back: a text, content, a whole result, or any other value. An object becomes structured
 * content, and its JSON is what the model reads.
 */
export type ToolOutput =
  | string
  | number
  | boolean
  | bigint
  | null
  | undefined
  | void
  | ToolContent
  | readonly ToolContent[]
  | ToolResult
  | object;

/**
 * Does what a tool is for.
 *
 * @param args The arguments, as the schema gives them.
 * @param context The signal, the tool use's id, a way to tell progress.
 * @returns The result: a value, a promise, or an observable, whose last value is the result while those before are
 * progress. What is thrown becomes an error that the model reads.
 */
export type ToolHandler<Args> = (
  args: Args,
  context: ToolContext,
) => ToolOutput | PromiseLike<ToolOutput> | Observable<ToolOutput>;

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

/** A tool, for `mcpServer`. */
export interface McpTool {
  /** Its name. */
  readonly name: string;
  /** What it does; the model reads it. */
  readonly description: string;
  /** What its arguments must fit. */
  readonly schema: ArgumentSchema<unknown>;
  /** The same as JSON schema. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** What its result must fit. */
  readonly output: ArgumentSchema<unknown> | undefined;
  /** The same as JSON schema. */
  readonly outputSchema: Readonly<Record<string, unknown>> | undefined;
  /** What does it. */
  readonly handler: ToolHandler<never>;
  /** What else was said of it. */
  readonly options: ToolOptions;
}

const OPTIONS: OptionNames<ToolOptions> = {
  allow: true,
  title: true,
  readOnly: true,
  destructive: true,
  idempotent: true,
  openWorld: true,
  alwaysLoad: true,
  output: true,
};

/**
 * Makes a tool of a function of the script, for `mcpServer`.
 *
 * The arguments have the types of the zod schema, and the handler is called only with what fits it. It may take as long
 * as it likes; when the turn is interrupted, its signal fires.
 *
 * @example A tool, and how the model calls it
 * ```ts
 * import { claude } from "@turnstream/turnstream";
 * import { mcpServer, tool } from "@turnstream/turnstream/mcp";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 * import { z } from "zod";
 *
 * const add = tool("add", "Adds two numbers", z.object({ a: z.number(), b: z.number() }), ({ a, b }) => a + b, {
 *   allow: true,
 * });
 * let sum: string | undefined;
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   sum = (await cli.tool("mcp__kit__add", { a: 2, b: 40 })).result;
 *   await cli.end();
 * });
 * await lastValueFrom(claude("2 + 40?", { transport, mcpServers: { kit: mcpServer("kit", [add]) } }));
 * assertEquals(sum, "42");
 * ```
 *
 * @example Progress, and a signal
 * ```ts
 * import { claude } from "@turnstream/turnstream";
 * import { mcpServer, tool } from "@turnstream/turnstream/mcp";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { concat, lastValueFrom, of } from "rxjs";
 * import { z } from "zod";
 *
 * const build = tool("build", "Builds it all", z.object({}), () => concat(of("compiling", "linking"), of("built")), {
 *   allow: true,
 * });
 * let result: string | undefined;
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   result = (await cli.tool("mcp__kit__build", {})).result;
 *   await cli.end();
 * });
 * await lastValueFrom(claude("build", { transport, mcpServers: { kit: mcpServer("kit", [build]) } }));
 * assertEquals(result, "built");
 * ```
 *
 * @param name Its name: letters, digits, `_` and `-`.
 * @param description What it does; the model reads it.
 * @param schema The zod schema of its arguments, of an object.
 * @param handler What does it.
 * @param options What else is to be known of it. @default nothing
 * @returns The tool.
 * @throws {UsageError} If a part of it cannot be used.
 */
export function tool<Args>(
  ...[name, description, schema, handler, options = {}]: [
    name: string,
    description: string,
    schema: ArgumentSchema<Args>,
    handler: ToolHandler<Args>,
    options?: ToolOptions,
  ]
): McpTool {
  if (typeof name !== "string" || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
    throw new UsageError(
      `Cannot use ${JSON.stringify(name)} as the name of a tool: take letters, digits, "_" and "-", 64 at most`,
    );
  }
  if (typeof description !== "string" || description.trim() === "") {
    throw new UsageError(`Cannot use the tool "${name}" without a description: say what it does, the model reads it`);
  }
  if (typeof handler !== "function") {
    throw new UsageError(`Cannot use the tool "${name}" without a function: give (args) => … as its handler`);
  }
  checkOptionBag(`tool("${name}")`, options, OPTIONS);
  const { output } = options;
  return {
    name,
    description,
    schema,
    inputSchema: objectSchema(schema, { where: `the tool "${name}"`, io: "input" }),
    output,
    outputSchema: output && objectSchema(output, { where: `the result of the tool "${name}"`, io: "output" }),
    handler: handler as ToolHandler<never>,
    options,
  };
}
