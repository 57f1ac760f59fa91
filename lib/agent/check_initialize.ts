import { checkList, checkSwitch, checkText, shown } from "../process/mod.ts";
import { UsageError } from "../protocol/errors.ts";
import { isRecord } from "../protocol/is_record.ts";
import { wireJsonSchema } from "../protocol/json_schema.ts";
import type { ClaudeOptions } from "./options.ts";

/**
 * Checks the options that `initialize` carries. An older CLI answers nothing at all to a value of the wrong kind, and
 * reads no line after it (seen on 2.1.197).
 *
 * @throws {UsageError} Naming the option and the cure.
 */
export function checkInitialize(options: ClaudeOptions): void {
  const { systemPrompt, appendSystemPrompt, jsonSchema } = options;
  // An empty system prompt is one: none at all.
  if (systemPrompt !== "") checkText("systemPrompt", systemPrompt);
  if (appendSystemPrompt !== "") checkText("appendSystemPrompt", appendSystemPrompt);
  checkText("title", options.title);
  checkText("planModeInstructions", options.planModeInstructions);
  checkSwitch("promptSuggestions", options.promptSuggestions);
  checkList("skills", options.skills);
  checkAgents(options.agents);
  if (jsonSchema !== undefined) wireJsonSchema(jsonSchema, "jsonSchema");
}

/** Seen on 2.1.332 and 2.1.197: one agent that is not as it must be, and the CLI leaves out all of them silently. */
function checkAgents(agents: unknown): void {
  if (agents === undefined) return;
  if (!isRecord(agents)) {
    throw new UsageError(`Cannot use ${shown(agents)} as "agents": give an object with one entry an agent`);
  }
  for (const [name, agent] of Object.entries(agents)) {
    const where = `agents[${shown(name)}]`;
    if (name.trim() === "") throw new UsageError('Cannot use an empty name in "agents"');
    if (!isRecord(agent)) {
      throw new UsageError(`Cannot use "${where}": give an object, such as { description: "…", prompt: "…" }`);
    }
    for (const field of ["description", "prompt"]) {
      if (typeof agent[field] === "string" && agent[field].trim() !== "") continue;
      throw new UsageError(`Cannot use "${where}": give its "${field}", a text that is not empty`);
    }
    checkList(`${where}.tools`, agent.tools);
    checkList(`${where}.disallowedTools`, agent.disallowedTools);
  }
}
