import { isRecord } from "../../protocol/is_record.ts";
import { difference } from "./difference.ts";

/** One piece of a tool's input, as it is shown to a person. Its texts are raw. */
export interface InputPart {
  /** What the piece is called; absent for the one that says it all, such as a command. */
  readonly label?: string;
  /** Whether the piece goes into a file, out of it, or stays there. */
  readonly mark?: "+" | "-" | " ";
  /** The piece itself. */
  readonly text: string;
}

type Input = Readonly<Record<string, unknown>>;

/** Which field says what a tool is about, by the tool's name. */
const ESSENTIAL: Readonly<Record<string, readonly string[]>> = {
  Agent: ["description", "prompt"],
  Bash: ["command"],
  Edit: ["file_path"],
  Glob: ["pattern"],
  Grep: ["pattern"],
  MultiEdit: ["file_path"],
  NotebookEdit: ["notebook_path"],
  Read: ["file_path"],
  Skill: ["skill"],
  Task: ["description", "prompt"],
  WebFetch: ["url"],
  WebSearch: ["query"],
  Write: ["file_path"],
};

/** What a tool call is about, in one text: the command, the file, the address; else the input as JSON. */
export function essenceOf(toolName: string, input: Input): string {
  const field = essentialField(toolName, input);
  if (field !== undefined) return String(input[field]);
  return Object.keys(input).length === 0 ? "" : asText(input);
}

/** A tool's whole input in pieces, the essential one first. Nothing is left out. */
export function partsOf(toolName: string, input: Input): InputPart[] {
  const first = essentialField(toolName, input);
  const changes = changesOf(toolName, input);
  const shown = [first, ...changes.fields];
  const rest = Object.entries(input).filter(([label]) => !shown.includes(label));
  return [
    ...first === undefined ? [] : [{ text: String(input[first]) }],
    ...changes.parts,
    ...rest.map(([label, value]) => ({ label, text: asText(value) })),
  ];
}

function changesOf(toolName: string, input: Input): { fields: string[]; parts: InputPart[] } {
  if (toolName === "Write" && typeof input.content === "string") {
    return { fields: ["content"], parts: [{ mark: "+", text: input.content }] };
  }
  if (toolName === "NotebookEdit" && typeof input.new_source === "string") {
    return { fields: ["new_source"], parts: [{ mark: "+", text: input.new_source }] };
  }
  if (toolName === "Edit") {
    const parts = editParts(input);
    return parts === undefined ? NO_CHANGES : { fields: ["old_string", "new_string"], parts };
  }
  if (toolName === "MultiEdit" && Array.isArray(input.edits)) {
    const parts = input.edits.map((edit, index) => oneOfEdits(edit, `edit ${index + 1}`));
    return { fields: ["edits"], parts: parts.flat() };
  }
  return NO_CHANGES;
}

const NO_CHANGES = { fields: [], parts: [] };

function oneOfEdits(edit: unknown, label: string): InputPart[] {
  const parts = isRecord(edit) ? editParts(edit) : undefined;
  if (parts === undefined || !isRecord(edit)) return [{ label, text: asText(edit) }];
  const { old_string: _, new_string: __, ...rest } = edit;
  const more = Object.entries(rest).map(([name, value]) => `${name}: ${asText(value)}`).join(", ");
  return [{ label, text: more }, ...parts];
}

function editParts({ old_string: before, new_string: after }: Input): InputPart[] | undefined {
  if (typeof before !== "string" || typeof after !== "string") return undefined;
  return difference(before.split("\n"), after.split("\n")).map(({ mark, lines }) => ({ mark, text: lines.join("\n") }));
}

function essentialField(toolName: string, input: Input): string | undefined {
  const fields = Object.hasOwn(ESSENTIAL, toolName) ? ESSENTIAL[toolName]! : [];
  return fields.find((field) => typeof input[field] === "string" && Object.hasOwn(input, field));
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value) ?? String(value);
}
