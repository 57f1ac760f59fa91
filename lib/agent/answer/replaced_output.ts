import type { HookInput, HookOutput } from "../../protocol/hooks.ts";
import { isRecord } from "../../protocol/is_record.ts";
import { WrongAnswer } from "./wrong_answer.ts";

/**
 * What stands in for a tool's output, in the shape that the tool's own output has: the CLI drops another shape without
 * a word, and the model reads the original.
 *
 * A text becomes the standard output of a shell tool and the content of a file that was read; of an MCP tool it is the
 * output. Anything else is taken as it is.
 */
export function inShapeOf(original: unknown, output: unknown): unknown {
  if (typeof output !== "string" || !isRecord(original)) return output;
  if (typeof original.stdout === "string") return { ...original, stdout: output, stderr: "" };
  const { file } = original;
  if (isRecord(file) && typeof file.content === "string") {
    return { ...original, file: { ...file, content: output, numLines: output.split("\n").length } };
  }
  return output;
}

/**
 * Checks what is to stand in for a tool's output.
 *
 * @throws {WrongAnswer} If the CLI would drop it, so that the model would read the original.
 */
export function checkReplacement(
  { hookSpecificOutput: own }: HookOutput<"PostToolUse">,
  input: HookInput<"PostToolUse"> | undefined,
): void {
  if (own === undefined || input === undefined) return;
  const isMcp = String(input.tool_name).startsWith("mcp__");
  if (own.updatedMCPToolOutput !== undefined && !isMcp) {
    throw new WrongAnswer(
      `updatedMCPToolOutput has no effect on ${input.tool_name}, which is no MCP tool: give updatedToolOutput`,
    );
  }
  const output = own.updatedToolOutput ?? own.updatedMCPToolOutput;
  if (output === undefined) return;
  const wrong = isMcp ? wrongForMcp(output) : wrongFor(input.tool_response, output);
  if (wrong === undefined) return;
  throw new WrongAnswer(
    `what is to replace the output of ${input.tool_name} ${wrong}, so the CLI would drop it and the model read the ` +
      `original: ${isMcp ? "give a text or content blocks" : "give { ...input.tool_response, … } with other values"}`,
  );
}

function wrongForMcp(output: unknown): string | undefined {
  return typeof output === "string" || Array.isArray(output) ? undefined : `is ${kindOf(output)}`;
}

function wrongFor(original: unknown, output: unknown): string | undefined {
  if (kindOf(original) !== kindOf(output)) return `is ${kindOf(output)} in place of ${kindOf(original)}`;
  if (!isRecord(original) || !isRecord(output)) return undefined;
  const missing = Object.keys(original).filter((key) => !(key in output));
  return missing.length === 0 ? undefined : `lacks ${missing.map((key) => `"${key}"`).join(", ")}`;
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
