import type { ClaudeVersion } from "../../support/mod.ts";
import type { Row } from "./section.ts";

/** A heading with the rows of each version. */
export interface Part {
  /** The heading. */
  readonly title: string;
  /** What each version showed; the order of the versions is that of the columns. */
  readonly found: ReadonlyMap<ClaudeVersion, readonly Row[]>;
}

const HEAD = `# What of the wire was seen, and whether it is typed

Written by \`conformance_test.ts\`, which drives the real \`claude\` of both versions: never edit it by hand. "Seen" is what
the CLI said, accepted or called in that run. "Typed" is what the product's own schema says of it when no unknown field
may pass at any depth: \`yes\`, or the fields that it does not know.
`;

/** The whole file. */
export function coverage(parts: readonly Part[]): string {
  return [HEAD, ...parts.map(section)].join("\n");
}

function section({ title, found }: Part): string {
  const versions = [...found.keys()];
  const kinds = [...new Set([...found.values()].flat().map(({ kind }) => kind))];
  const columns = ["kind", ...versions.flatMap((version) => [`${version} seen`, "typed"]), "note"];
  const lines = kinds.map((kind) => {
    const rows = versions.map((version) => found.get(version)?.find((row) => row.kind === kind));
    return [`\`${kind}\``, ...rows.flatMap(cells), note(versions, rows)];
  });
  return `## ${title}\n\n${table([columns, columns.map(() => "---"), ...lines])}\n`;
}

function cells(row: Row | undefined): string[] {
  if (row === undefined) return ["", ""];
  return [row.seen ? "yes" : "no", row.seen ? row.typed : ""];
}

/** What both versions say is said once. */
function note(versions: readonly ClaudeVersion[], rows: readonly (Row | undefined)[]): string {
  const notes = rows.map((row) => row?.note);
  if (new Set(notes).size <= 1) return notes[0] ?? "";
  return notes.flatMap((text, index) => text === undefined ? [] : [`${versions[index]}: ${text}`]).join("; ");
}

function table(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`).join("\n");
}
