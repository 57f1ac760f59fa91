import { assertEquals, assertStringIncludes } from "@std/assert";
import { NEVER, type Observable, pipe, share, tap } from "rxjs";
import {
  type AgentEvent,
  allowTools,
  type DecisionRecord,
  decisions,
  denyTools,
  type ElicitationRequest,
  onPermission,
  sessionUpdates,
} from "../../../mod.ts";
import { bash, made, policyTest } from "./_scene.ts";
import { tool, toolResults } from "../../support/mod.ts";

const ASKING = new URL("../../fixtures/mcp/asking_server.ts", import.meta.url).pathname;
const mcpServers = { asking: { command: Deno.execPath(), args: ["run", "--quiet", "--no-config", ASKING] } };

/** The policy, which keeps the records of what it passes on. */
function recorded(policy: (events: Observable<AgentEvent>) => Observable<AgentEvent>, records: DecisionRecord[]) {
  return (events: Observable<AgentEvent>) => {
    const shared = events.pipe(policy, share());
    shared.pipe(decisions()).subscribe({ next: (record) => records.push(record), error: () => {} });
    return shared;
  };
}

policyTest("decisions() tells of each call at each door who decided, by which rule", async ({ server, box, run }) => {
  server.on("go", [bash("ls"), bash("touch a"), bash("touch b"), bash("touch c && touch b"), "Done."]);
  const records: DecisionRecord[] = [];
  await run("go", {
    settingSources: [],
    policy: recorded(pipe(denyTools("Bash(touch b)"), allowTools("Bash(touch *)")), records),
  });
  assertEquals(
    records.map(({ door, input, decision, cause, by, rule }) => [door, input.command, decision, cause, by, rule]),
    [
      ["hook", "ls", "none", "nobody", undefined, undefined],
      ["hook", "touch a", "none", "nobody", undefined, undefined],
      ["permission", "touch a", "allow", "answered", "allowTools()", "Bash(touch *)"],
      ["hook", "touch b", "deny", "gate", "denyTools()", "Bash(touch b)"],
      ["hook", "touch c && touch b", "deny", "gate", "denyTools()", "Bash(touch b)"],
    ],
  );
  assertEquals(records.every(({ mode, sessionId }) => mode === "default" && sessionId !== undefined), true);
  assertEquals([await made(box, "a"), await made(box, "b"), await made(box, "c")], ["file", undefined, undefined]);
});

policyTest("perm-04: a handler that is late with stop ends the turn as denied; nothing ran", async (scene) => {
  const { server, box, run } = scene;
  server.on("go", [bash("touch a"), "Done."]);
  const records: DecisionRecord[] = [];
  const { turns } = await run("go", {
    settingSources: [],
    fails: true,
    policy: recorded(onPermission(() => NEVER, { timeoutMs: 50, onTimeout: "stop" }), records),
  });
  assertEquals(turns.map(({ outcome }) => outcome), ["denied"]);
  assertEquals(records.map(({ cause, by, interrupt }) => [cause, by, interrupt]), [[
    "timed_out",
    "onPermission()",
    true,
  ]]);
  assertEquals(await made(box, "a"), undefined);
});

policyTest("perm-04: a handler that is late with deny is denied, and the turn goes on", async ({ server, run }) => {
  server.on("go", [bash("touch a"), "Then not."]);
  const { turns, told } = await run("go", {
    settingSources: [],
    fails: true,
    policy: onPermission(() => NEVER, { timeoutMs: 50 }),
  });
  assertEquals(turns.map(({ outcome, text }) => [outcome, text]), [["success", "Then not."]]);
  assertStringIncludes(told("touch a").text, "Nobody decided about the tool Bash in time");
});

policyTest("request.allow() with session updates: the CLI does not ask again", async ({ server, box, run }) => {
  server.on("go", [bash("touch a"), bash("touch a b"), "Done."]);
  const update = {
    type: "addRules",
    rules: [{ toolName: "Bash", ruleContent: "touch *" }],
    behavior: "allow",
    destination: "session",
  } as const;
  const { asked } = await run("go", {
    settingSources: [],
    policy: onPermission((request) =>
      request.allow(undefined, { updates: [...sessionUpdates(request.suggestions), update] })
    ),
  });
  assertEquals(asked.map(({ input }) => input.command), ["touch a"]);
  assertEquals(await made(box, "b"), "file");
  assertEquals(await made(box, ".claude"), undefined);
});

policyTest("an elicitation is answered by the script, and the server gets the answer", async ({ server, run }) => {
  server.on("go", [tool("mcp__asking__ask", {}), "Done."]);
  const seen: ElicitationRequest[] = [];
  const { requests } = await run("go", {
    settingSources: [],
    mcpServers,
    policy: pipe(
      allowTools("mcp__asking__*"),
      tap((event) => {
        if (event.type !== "elicitation") return;
        seen.push(event);
        event.respondWith(() => event.accept({ color: "blue" }));
      }),
    ),
  });
  assertEquals(seen.map(({ serverName, message, mode }) => [serverName, message, mode]), [
    ["asking", "Which colour?", "form"],
  ]);
  const results = requests.flatMap(({ body }) => toolResults(body));
  assertEquals(JSON.parse(results.at(-1)?.text ?? ""), { action: "accept", content: { color: "blue" } });
});

policyTest("an elicitation that nobody answers is closed, and no answer is made up", async ({ server, run }) => {
  server.on("go", [tool("mcp__asking__ask", {}), "Done."]);
  const { requests, diagnostics } = await run("go", {
    settingSources: [],
    mcpServers,
    fails: true,
    policy: allowTools("mcp__asking__*"),
  });
  assertEquals(diagnostics.map(({ kind }) => kind), ["unhandled"]);
  const results = requests.flatMap(({ body }) => toolResults(body));
  assertEquals(JSON.parse(results.at(-1)?.text ?? ""), { action: "cancel" });
});

policyTest("denyTools() holds whatever updates a decision brought along", async ({ server, box, run }) => {
  server.on("go", [
    bash("touch a"),
    bash("touch b"),
    tool("Write", { file_path: box.file("c"), content: "c" }),
    "Done.",
  ]);
  const records: DecisionRecord[] = [];
  const rules = [{ toolName: "Bash" }, { toolName: "Write" }];
  const { asked } = await run("go", {
    settingSources: [],
    policy: recorded(
      pipe(
        denyTools((call) => call.input.command === "touch b" || call.toolName === "Write" ? "Not that" : undefined),
        onPermission((request) =>
          request.allow(undefined, {
            updates: [
              { type: "addRules", rules, behavior: "allow", destination: "session" },
              { type: "addRules", rules, behavior: "allow", destination: "localSettings" },
              { type: "setMode", mode: "acceptEdits", destination: "session" },
            ],
          })
        ),
      ),
      records,
    ),
  });
  assertEquals(asked.map(({ input }) => input.command), ["touch a"]);
  assertEquals(records.map(({ door, decision, mode }) => [door, decision, mode]), [
    ["hook", "none", "default"],
    ["permission", "allow", "default"],
    ["hook", "deny", "acceptEdits"],
    ["hook", "deny", "acceptEdits"],
  ]);
  assertEquals([await made(box, "a"), await made(box, "b"), await made(box, "c")], ["file", undefined, undefined]);
});
