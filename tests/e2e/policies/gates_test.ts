import { assert, assertEquals, assertMatch } from "@std/assert";
import { type MonoTypeOperatorFunction, pipe } from "rxjs";
import {
  type AgentEvent,
  allowTools,
  type DenyPredicate,
  denyTools,
  onlyTools,
  readOnly,
  type ToolCall,
} from "../../../mod.ts";
import { tool } from "../../support/mod.ts";
import { bash, policyTest, type RunOptions, type Scene } from "./_scene.ts";

const RULES = { permissions: { allow: ["Bash(touch *)", "Write", "Edit"] } };

/** Where two writing calls run without being asked about; `place` is the sandbox, `options` the run. */
const SITUATIONS: { name: string; options?: RunOptions; place?: Parameters<typeof policyTest>[2] }[] = [
  { name: "under acceptEdits", options: { permissionMode: "acceptEdits" } },
  {
    name: "under bypassPermissions",
    options: { permissionMode: "bypassPermissions" },
    place: { env: { IS_SANDBOX: "1" } },
  },
  { name: "under allow rules of the project's settings", place: { projectSettings: RULES, trusted: true } },
  { name: "under allowedTools", options: { allowedTools: RULES.permissions.allow } },
];

for (const { name, options = {}, place = {} } of SITUATIONS) {
  policyTest(`a gate holds ${name}`, async (scene) => {
    const free = await writeTwice(scene, "free", options);
    assertEquals(free, { asked: 0, there: ["", "text"], told: [false, false] });

    const denying = pipe(
      denyTools("Bash(touch *)", (call) => call.toolName === "Write" ? "Nothing is written" : undefined),
      allowTools("*"),
    );
    assertEquals(await writeTwice(scene, "denied", options, denying), REFUSED);
    // One that stands below what allows holds as well, and so do gates that let everything ask.
    assertEquals(await writeTwice(scene, "only", options, pipe(allowTools("*"), onlyTools("Read"))), REFUSED);
    assertEquals(await writeTwice(scene, "read", options, readOnly()), REFUSED);
  }, place);
}

const REFUSED = { asked: 0, there: [undefined, undefined], told: [true, true] };

async function writeTwice(
  { box, server, run }: Scene,
  name: string,
  options: RunOptions,
  policy?: MonoTypeOperatorFunction<AgentEvent>,
): Promise<{ asked: number; there: (string | undefined)[]; told: boolean[] }> {
  const [touched, written] = [`${name}-touched.txt`, `${name}-written.txt`];
  server.on(`Write ${name}`, [
    bash(`touch ${touched}`),
    tool("Write", { file_path: box.file(written), content: "text" }),
    "Tried both.",
  ]);
  const played = await run(`Write ${name}`, { ...options, ...(policy ? { policy } : {}) });
  assertEquals(played.turns.map(({ text }) => text), ["Tried both."]);
  const told = [touched, written].map((file) => played.told(file));
  for (const { text } of told) assert(!text.startsWith("Permission to use"), `The CLI refused, not the gate: ${text}`);
  return {
    asked: played.asked.length,
    there: [await box.read(touched), await box.read(written)],
    told: told.map(({ isError }) => isError),
  };
}

policyTest("a gate holds for calls about which the CLI does not ask", async (scene) => {
  const { box, server } = scene;
  for (const prompt of ["Look freely", "Look under a rule", "Look under a list", "Read only"]) {
    server.on(prompt, [bash("cat secret.txt"), tool("Read", { file_path: box.file("secret.txt") }), "Looked."]);
  }
  const free = await scene.run("Look freely");
  assertEquals(free.asked, []);
  assertMatch(free.told("cat secret.txt").text, /hunter2/);
  assertMatch(free.told("file_path").text, /hunter2/);

  const denied = await scene.run("Look under a rule", {
    policy: denyTools(
      "Bash(cat *)",
      ({ input }) => String(input.file_path).endsWith("secret.txt") ? "Hush" : undefined,
    ),
  });
  assertEquals(denied.told("cat secret.txt").isError, true);
  assertMatch(denied.told("file_path").text, /Hush$/);

  const listed = await scene.run("Look under a list", { policy: pipe(onlyTools("Grep"), allowTools("*")) });
  assertEquals([listed.told("cat secret.txt").isError, listed.told("file_path").isError], [true, true]);

  const reading = await scene.run("Read only", { policy: readOnly() });
  assertEquals(reading.told("cat secret.txt").isError, true);
  assertMatch(reading.told("file_path").text, /hunter2/);

  for (const run of [denied, listed]) {
    assert(run.requests.every(({ body }) => !JSON.stringify(body).includes("hunter2")));
  }
}, { files: { "secret.txt": "hunter2" } });

policyTest("onlyTools() makes every call that it lets pass ask, in its final form", async (scene) => {
  const { box, server } = scene;
  server.on("Touch both", [bash("touch decided.txt"), bash("touch undecided.txt"), bash("cat notes.txt")]);
  const run = await scene.run("Touch both", {
    permissionMode: "acceptEdits",
    policy: pipe(onlyTools("Bash"), allowTools("Bash(touch decided.txt)")),
  });
  assertEquals(run.asked.map(({ input }) => input.command), [
    "touch decided.txt",
    "touch undecided.txt",
    "cat notes.txt",
  ]);
  assertEquals([await box.read("decided.txt"), await box.read("undecided.txt")], ["", undefined]);
  assertEquals(run.told("cat notes.txt").text, "No policy allowed the tool Bash, so it was not run");
}, { files: { "notes.txt": "notes" } });

policyTest("a predicate that throws, or is asynchronous, refuses the call", async (scene) => {
  const { box, server } = scene;
  server.on("Touch them", [
    bash("touch thrown.txt"),
    bash("touch late.txt"),
    bash("touch lost.txt"),
    bash("touch it.txt"),
  ]);
  const run = await scene.run("Touch them", {
    permissionMode: "acceptEdits", // Nothing but the gate could keep the calls back.
    fails: true,
    policy: denyTools(
      ({ input }) => {
        if (input.command === "touch thrown.txt") throw new Error("boom");
        return undefined;
      },
      ((call: ToolCall) =>
        call.input.command === "touch late.txt" ? Promise.resolve(undefined) : undefined) as unknown as DenyPredicate,
      ((call: ToolCall) =>
        call.input.command === "touch lost.txt"
          ? Promise.reject(new Error("boo"))
          : undefined) as unknown as DenyPredicate,
    ),
  });
  const there = await Promise.all(["thrown", "late", "lost", "it"].map((file) => box.read(`${file}.txt`)));
  assertEquals(there, [undefined, undefined, undefined, ""]);
  assertMatch(run.told("touch thrown.txt").text, /boom/);
  const reported = run.diagnostics.filter(({ kind }) => kind === "responder_failed").map(({ message }) => message);
  assertEquals(reported, [
    "A rule that judges Bash failed (boom), so the call was refused",
    "A rule that judges Bash gave a promise, so the call was refused",
    "A rule that judges Bash gave a promise, so the call was refused",
  ]);
});
