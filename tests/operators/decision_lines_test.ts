import { assertEquals, assertMatch } from "@std/assert";
import { of } from "rxjs";
import type { DecisionRecord } from "../../lib/agent/events.ts";
import { decisionLines } from "../../lib/operators/decision_lines.ts";

const RECORD: DecisionRecord = {
  at: "2026-01-01T00:00:00.000Z",
  ms: 1,
  door: "permission",
  toolName: "Bash",
  cwd: "/srv/demo",
  input: { command: "curl -H 'x-api-key: sk-ant-abcdefghij' a", api_key: "plain", nested: { text: "hunter22 \ud800" } },
  toolUseId: "toolu_1",
  decision: "deny",
  cause: "nobody",
  requestId: "r-1",
};

Deno.test("decisionLines() gives one line of JSON for each record, with secrets masked", async () => {
  const lines: string[] = [];
  await of(RECORD).pipe(decisionLines({ env: { DB_PASSWORD: "hunter22" } })).forEach((line) => void lines.push(line));
  assertEquals(lines.length, 1);
  const [line] = lines;
  assertMatch(line!, /^[^\n]+\n$/);
  const { input, ...rest } = JSON.parse(line!);
  assertEquals(input, { command: "curl -H 'x-api-key: ***' a", api_key: "***", nested: { text: "*** \ufffd" } });
  const { input: _input, ...expected } = RECORD;
  assertEquals(rest, expected);
});

Deno.test("decisionLines() writes a record whose input is nested too deeply without the input", async () => {
  const deep = JSON.parse("[".repeat(200_000) + "]".repeat(200_000));
  const lines: string[] = [];
  await of({ ...RECORD, input: { deep } }).pipe(decisionLines()).forEach((line) => void lines.push(line));
  const { input, toolName } = JSON.parse(lines[0]!);
  assertEquals([toolName, input], ["Bash", { unwritten: "the input is nested too deeply" }]);
});
