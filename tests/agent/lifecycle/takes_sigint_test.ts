import { assertEquals } from "@std/assert";
import type { AgentCore } from "../../../lib/agent/core.ts";
import { takesSigint } from "../../../lib/agent/sigint.ts";

/** As much of an agent as is looked at. */
function core({ closed = false, interrupted = false, wanted = true }) {
  const marks: string[] = [];
  const asked = () => {
    marks.push("interrupt");
    return Promise.resolve();
  };
  const turns = { running: true, interrupted, mark: (mark: string) => marks.push(mark) };
  const made = {
    registry: { takesSigint: wanted },
    closed,
    turns,
    controls: { interrupt: asked },
  } as unknown as AgentCore;
  return { made, marks };
}

Deno.test("onSigint() takes the first signal of a running turn, and none of an agent that is ending", () => {
  const cases = [[core({}), true], [core({ closed: true }), false], [core({ interrupted: true }), false]] as const;
  for (const [{ made, marks }, takes] of [...cases, [core({ wanted: false }), false] as const]) {
    assertEquals([takesSigint(made), marks], [takes, takes ? ["interrupt", "interrupted"] : []]);
  }
});
