import type { ClaudeVersion } from "../../support/claude_versions.ts";

/** One line of the table: something that the CLI says, accepts or calls. */
export interface Row {
  /** Its name on the wire, such as `system/init` or `set_model`. */
  readonly kind: string;
  /** Whether the CLI of this version was seen to say, accept or call it. */
  readonly seen: boolean;
  /** `"yes"` where its own strict schema took it; otherwise what the schema does not know, such as `"unknown: foo.bar"`. */
  readonly typed: string;
  /** What else is worth knowing: why it was not seen, what differs. @default nothing */
  readonly note?: string;
}

/** A part of the table. */
export interface Section {
  /** Its heading. */
  readonly title: string;
  /** Drives the real CLI of one version, and tells what was seen. The order of the rows is the same in every run. */
  rows(version: ClaudeVersion): Promise<Row[]>;
}
