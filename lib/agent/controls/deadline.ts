/** Requests that wait for a model or a server: one that takes long says nothing of the CLI. */
const SLOW: ReadonlySet<string> = new Set([
  "generate_session_title",
  "get_context_usage",
  "mcp_call",
  "mcp_read_resource",
  "mcp_reconnect",
  "mcp_set_servers",
  "mcp_toggle",
  "register_repo_root",
  "reload_plugins",
  "side_question",
]);

const SLOW_TIMES = 5;

/**
 * How long a request may take, and whether the run goes on when it takes longer.
 *
 * @param subtype The request's kind.
 * @param limits What the script gave with the request, and what holds for all.
 */
export function deadline(
  subtype: string,
  { given, controlMs }: { given: number | undefined; controlMs: number },
): { timeoutMs: number; spare: boolean } {
  if (given !== undefined) return { timeoutMs: given, spare: true };
  const slow = SLOW.has(subtype);
  return { timeoutMs: slow ? controlMs * SLOW_TIMES : controlMs, spare: slow };
}
