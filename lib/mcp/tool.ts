import type { Observable } from "rxjs";
import { UsageError } from "../protocol/errors.ts";
import { checkOptionBag, type OptionNames } from "../protocol/option_bag.ts";
import type { ArgumentSchema } from "./argument_schema.ts";
import { objectSchema } from "./_schema.ts";
import type { ToolContent, ToolResult } from "./tool_content.ts";
import type { ToolContext } from "./tool_context.ts";
import type { ToolOptions } from "./tool_options.ts";

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
 * @example What goes wrong, and what is stopped
 * ```ts
 * import { claude, connect } from "@turnstream/turnstream";
 * import { mcpServer, tool } from "@turnstream/turnstream/mcp";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { z } from "zod";
 *
 * const print = tool("print", "Prints a text", z.object({ text: z.string() }), () => {
 *   throw new Error("Out of paper");
 * }, { allow: true });
 * const called = Promise.withResolvers<void>();
 * const stopped = Promise.withResolvers<void>();
 * const watch = tool("watch", "Watches until it is told to stop", z.object({}), (_args, { signal }) => {
 *   called.resolve();
 *   return new Promise((_, reject) =>
 *     signal.addEventListener("abort", () => {
 *       stopped.resolve();
 *       reject(signal.reason);
 *     })
 *   );
 * }, { allow: true });
 *
 * let told: string | undefined;
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   told = (await cli.tool("mcp__kit__print", { text: "hello" })).result;
 *   await cli.tool("mcp__kit__watch", {});
 * });
 * await using agent = await connect({ transport, mcpServers: { kit: mcpServer("kit", [print, watch]) } });
 * const turn = agent.ask("print it, then watch");
 * await called.promise;
 * await agent.interrupt();
 * await stopped.promise;
 * assertEquals([told, (await turn).outcome], ["Out of paper", "interrupted"]);
 * ```
 *
 * @example Data, a picture, a resource
 * ```ts
 * import { claude, toolUses } from "@turnstream/turnstream";
 * import { image, mcpServer, tool } from "@turnstream/turnstream/mcp";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { z } from "zod";
 *
 * const size = z.object({ width: z.number(), height: z.number() });
 * const kit = mcpServer("kit", [
 *   tool("measure", "The size", z.object({}), () => ({ width: 2, height: 3 }), { allow: true, output: size }),
 *   tool("photo", "A picture", z.object({}), () => image(new Uint8Array([1, 2, 3])), { allow: true }),
 *   tool("note", "A note", z.object({}), () => [
 *     { type: "text", text: "Here it is" },
 *     { type: "resource", resource: { uri: "note://1", text: "Buy milk" } },
 *   ], { allow: true }),
 * ]);
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   for (const name of ["measure", "photo", "note"]) await cli.tool(`mcp__kit__${name}`, {});
 *   await cli.end();
 * });
 * const results: unknown[] = [];
 * await claude("go", { transport, mcpServers: { kit } }).pipe(toolUses()).forEach(({ result }) => results.push(result));
 * assertEquals(results, [
 *   '{"width":2,"height":3}',
 *   "",
 *   "Here it is[Resource from kit at note://1] Buy milk",
 * ]);
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
