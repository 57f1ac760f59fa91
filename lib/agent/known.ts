import { UsageError } from "../protocol/errors.ts";
import { isRecord } from "../protocol/is_record.ts";
import type { ClaudeOptions } from "./options.ts";

/**
 * Refuses an agent or an output style that the CLI does not know. It would go on without, and say nothing: with its own
 * prompt and all of its tools (seen on 2.1.332 and 2.1.197).
 *
 * @param options The options.
 * @param answer The answer to `initialize`, which names what there is.
 * @throws {UsageError} Naming what there is.
 */
export function checkKnown(options: ClaudeOptions, answer: Readonly<Record<string, unknown>>): void {
  const { agents, available_output_styles: styles } = answer;
  const names = Array.isArray(agents)
    ? agents.map((agent: unknown) => isRecord(agent) ? agent.name : agent)
    : undefined;
  check("agent", options.agent, names);
  check("outputStyle", options.outputStyle, Array.isArray(styles) ? styles : undefined);
}

function check(option: string, wanted: string | undefined, known: readonly unknown[] | undefined): void {
  if (wanted === undefined || known === undefined || known.includes(wanted)) return;
  const names = known.map((name) => JSON.stringify(name)).join(", ");
  throw new UsageError(
    `Cannot use ${JSON.stringify(wanted)} as "${option}": the CLI does not know it, it knows ${names || "none"}`,
  );
}
