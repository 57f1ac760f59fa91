import { assertEquals } from "@std/assert";
import { claude, type DecisionRecord, decisions, explain, onPermission } from "../../mod.ts";
import { simulate } from "../../lib/testing/mod.ts";

const RULES = { deny: ["Bash(git push *)"], allow: ["Edit(src/**)", "Read(~/notes.txt)"] };

/** What the rules say about three calls, first about the requests, then about their records. */
async function explained(): Promise<{ requests: string[]; records: DecisionRecord[] }> {
  const transport = simulate(async (cli) => {
    await cli.prompt();
    await cli.tool("Write", { file_path: "/srv/project/src/a.ts", content: "" });
    await cli.tool("Write", { file_path: "/srv/project/lib/a.ts", content: "" });
    await cli.tool("Bash", { command: "git push" });
    await cli.end();
  });
  const requests: string[] = [];
  const records: DecisionRecord[] = [];
  await claude("go", { transport, settingSources: [], cwd: "/srv/project" }).pipe(
    onPermission((request) => void requests.push(explain(RULES, request).decision)),
    decisions(),
  ).forEach((record) => void records.push(record));
  return { requests, records };
}

Deno.test("explain() takes a request and its record, and says the same about both", async () => {
  const { requests, records } = await explained();
  assertEquals(requests, ["allow", "none", "deny"]);
  assertEquals(records.map((record) => explain(RULES, record).decision), ["allow", "none", "deny"]);
});

Deno.test("explain() takes a record that was written and read back", async () => {
  const { records } = await explained();
  const read: DecisionRecord[] = JSON.parse(JSON.stringify(records));
  assertEquals(read.map(({ cwd }) => cwd), ["/srv/project", "/srv/project", "/srv/project"]);
  assertEquals(read.map((record) => explain(RULES, record).decision), ["allow", "none", "deny"]);
});

Deno.test("explain() finds a home directory in the record", () => {
  const record: DecisionRecord = {
    at: "2026-01-01T00:00:00.000Z",
    ms: 1,
    door: "permission",
    toolName: "Read",
    cwd: undefined,
    home: "/home/user",
    input: { file_path: "/home/user/notes.txt" },
    toolUseId: "toolu_1",
    decision: "deny",
    cause: "nobody",
    requestId: "r-1",
  };
  assertEquals(explain(RULES, record).decision, "allow");
});
