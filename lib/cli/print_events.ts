import type { Observable } from "rxjs";
import { defer, tap } from "../agent/rxjs.ts";
import type { AgentEvent } from "../agent/events.ts";
import { UsageError } from "../protocol/errors.ts";
import { checkOptionBag } from "../protocol/option_bag.ts";
import { Describer } from "./print/describe.ts";
import { palette } from "./show/palette.ts";
import { visibleLine } from "./show/visible.ts";

/** How events are printed. */
export interface PrintEventsOptions {
  /**
   * Told of every line, without its line end.
   *
   * @default console.log
   */
  write?: (line: string) => void;
  /**
   * Whether lines have colours.
   *
   * @default true if standard output is a terminal and `NO_COLOR` is not set
   */
  color?: boolean;
  /**
   * How many columns a line may have that sums something up: a tool call, a result. Reasons, errors and warnings go on
   * in the next line, because what to do about them stands at their end. The agent's own texts are never cut. Does not
   * depend on the terminal, so that output stays the same.
   *
   * @default 100
   */
  width?: number;
  /**
   * What stands before every line: tells several agents apart.
   *
   * @default nothing
   */
  label?: string;
}

/**
 * Prints what an agent does, pleasantly, and passes every event on.
 *
 * Texts, tool calls with the first line of what came back, permission requests, feedback of Stop hooks,
 * each turn's end with its cost, diagnostics and the run's end are printed; all else passes in silence. A
 * denied call shows as an error with the reason. What the agent controls is shown with control,
 * bidirectional and invisible characters made visible. Without colours the same events give the same lines.
 *
 * ```text
 * events      --o--a--t--r--e--x|
 * printEvents --o--a--t--r--e--x|   and a few lines on standard output
 * ```
 *
 * It can stand anywhere in a pipeline that carries events, before selectors such as `turns()`. If `write`
 * throws, the stream errors.
 *
 * @example Watching an agent
 * ```ts
 * import { of } from "rxjs";
 * import { assertEquals } from "@std/assert";
 * import { printEvents } from "@turnstream/turnstream/cli";
 *
 * const lines: string[] = [];
 * const note = { type: "diagnostic", kind: "warning", message: "Project settings are loaded" } as const;
 * await of(note).pipe(printEvents({ write: (line) => lines.push(line), color: false })).forEach(() => {});
 *
 * assertEquals(lines, ["! warning: Project settings are loaded"]);
 * ```
 *
 * @param options How events are printed.
 * @returns An operator that passes every event on.
 * @throws `UsageError` if `width` is not a number of at least 40, or an option does not exist.
 */
export function printEvents(
  options: PrintEventsOptions = {},
): (source: Observable<AgentEvent>) => Observable<AgentEvent> {
  checkOptionBag("printEvents()", options, { write: true, color: true, width: true, label: true });
  const { write = console.log, width = 100, label = "" } = options;
  if (!(width >= 40)) throw new UsageError(`Give "width" a number of at least 40, not ${width}`);
  const prefix = label === "" ? "" : `${visibleLine(label)} `;
  return (source) =>
    defer(() => {
      const describer = new Describer(palette(options.color ?? wantsColor()), width - prefix.length);
      return source.pipe(tap((event) => {
        for (const line of describer.describe(event)) write(prefix + line);
      }));
    });
}

function wantsColor(): boolean {
  return Deno.stdout.isTerminal() && !Deno.noColor;
}
