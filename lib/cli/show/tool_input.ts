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
    return { fields: ["content"], parts: marked("+", [input.content]) };
  }
  const { old_string: before, new_string: after } = input;
  if (toolName === "Edit" && typeof before === "string" && typeof after === "string") {
    return { fields: ["old_string", "new_string"], parts: difference(before.split("\n"), after.split("\n")) };
  }
  return { fields: [], parts: [] };
}

/** What goes and what comes, between the lines that stay at both ends. */
function difference(before: readonly string[], after: readonly string[]): InputPart[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return [
    ...marked(" ", before.slice(0, head)),
    ...marked("-", before.slice(head, before.length - tail)),
    ...marked("+", after.slice(head, after.length - tail)),
    ...marked(" ", before.slice(before.length - tail)),
  ];
}

function marked(mark: "+" | "-" | " ", lines: readonly string[]): InputPart[] {
  return lines.length === 0 ? [] : [{ mark, text: lines.join("\n") }];
}

function essentialField(toolName: string, input: Input): string | undefined {
  const fields = Object.hasOwn(ESSENTIAL, toolName) ? ESSENTIAL[toolName]! : [];
  return fields.find((field) => typeof input[field] === "string" && Object.hasOwn(input, field));
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value) ?? String(value);
}
