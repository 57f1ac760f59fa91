/**
 * A message of a kind that this version does not know, or of a known kind in an unknown shape.
 *
 * Nothing is lost: `raw` is the CLI's own object.
 */
export interface UnknownMessage {
  /** Always `"unknown"`, so that narrowing by `type` holds. */
  type: "unknown";
  /** The raw object's `type`, with its `subtype` after a slash where it has one. */
  of: string;
  /** The CLI's own object, unchanged. */
  raw: Record<string, unknown>;
  /** What did not fit, where the kind is known: one line each, path and complaint. */
  issues?: string[];
}
