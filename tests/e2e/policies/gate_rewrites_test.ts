import { assertEquals } from "@std/assert";
import { type MonoTypeOperatorFunction, pipe } from "rxjs";
import { type AgentEvent, allowTools, denyTools, onHook, onlyTools, onPermission } from "../../../mod.ts";
import { bash, made, policyTest } from "./_scene.ts";

type Policy = MonoTypeOperatorFunction<AgentEvent>;

const GATES: Record<string, Policy> = {
  rule: denyTools("Bash(touch *)"),
  predicate: denyTools(({ input }) => String(input.command).startsWith("touch") ? "No touching" : undefined),
  onlyTools: pipe(onlyTools("Bash(mkdir *)"), allowTools("*")),
};

policyTest("a gate holds when onHook() rewrites a harmless input into a refused one", async (scene) => {
  const rewriting = onHook(
    "PreToolUse",
    (input, request) =>
      request.allow({ ...input.tool_input, command: String(input.tool_input.command).replace("mkdir", "touch") }),
  );
  scene.server.on("Go free", [bash("mkdir free")]);
  await scene.run("Go free", { policy: rewriting });
  assertEquals(await scene.box.read("free"), "");
  for (const [name, gate] of Object.entries(GATES)) {
    scene.server.on(`Go ${name}`, [bash(`mkdir ${name}`)]);
    // The gate that stands above the hook judges what the hook makes, like one below.
    const policy = name === "rule" ? pipe(gate, rewriting) : pipe(rewriting, gate);
    const run = await scene.run(`Go ${name}`, { policy, permissionMode: "acceptEdits" });
    assertEquals([name, await scene.box.read(name), run.told(name).isError], [name, undefined, true]);
  }
});

policyTest("a gate holds when a permission's answer rewrites a harmless input into a refused one", async (scene) => {
  const rewriting = onPermission(({ input, allow }) =>
    allow({ ...input, command: String(input.command).replace("mkdir", "touch") })
  );
  scene.server.on("Go free", [bash("mkdir free")]);
  await scene.run("Go free", { policy: rewriting });
  assertEquals(await scene.box.read("free"), "");
  for (const [name, gate] of Object.entries(GATES)) {
    scene.server.on(`Go ${name}`, [bash(`mkdir ${name}`)]);
    const run = await scene.run(`Go ${name}`, { policy: pipe(rewriting, gate) });
    assertEquals([name, await scene.box.read(name), run.told(name).isError], [name, undefined, true]);
    assertEquals(run.asked.map(({ input }) => input.command), [`mkdir ${name}`]);
  }
});

// A command hook of the project's settings that makes "touch" of "mkdir", and of "mkdir -p" as well, with an allow.
const COMMAND_HOOK = [
  answer("mkdir -p", { permissionDecision: "allow" }),
  answer("mkdir", {}),
].map((script) => `-e '${script}'`).join(" ");
const SETTINGS = {
  hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: `sed -n ${COMMAND_HOOK}` }] }] },
};

function answer(program: string, decision: { permissionDecision?: string }): string {
  const updatedInput = { command: "touch \\1", description: "Rewritten" };
  const output = { hookSpecificOutput: { hookEventName: "PreToolUse", ...decision, updatedInput } };
  return `s/.*"command":"${program} \\([a-z]*\\)".*/${JSON.stringify(output).replaceAll("\\\\", "\\")}/p`;
}

policyTest(
  "a command hook of the settings that rewrites: rules and onlyTools() hold, predicates do not",
  async (scene) => {
    const { box, server } = scene;
    for (const name of ["free", "rule", "predicate", "only", "apart"]) {
      server.on(`Go ${name}`, [bash(`mkdir ${name}`), bash(`mkdir -p ${name}too`), "Gone."]);
    }
    const options = { permissionMode: "acceptEdits" } as const;
    const outcome = async (name: string) => [await made(box, name), await made(box, `${name}too`)];
    await scene.run("Go free", options);
    assertEquals(await outcome("free"), ["file", "file"]);

    // The third door: the CLI itself was given the rule, and judges what the command hook made.
    await scene.run("Go rule", { ...options, policy: pipe(GATES.rule!, allowTools("*")) });
    assertEquals(await outcome("rule"), [undefined, undefined]);

    // A function cannot be given to the CLI. This is what the README says is left open.
    const open = await scene.run("Go predicate", { ...options, policy: GATES.predicate! });
    assertEquals([await outcome("predicate"), open.asked.length], [["file", "file"], 0]);

    // Here the calls are made to ask, and what the host sees is what would run: the CLI drops what comes with an allow.
    const only = await scene.run("Go only", { ...options, policy: GATES.onlyTools! });
    assertEquals(only.asked.map(({ input }) => input.command), ["touch only", "mkdir -p onlytoo"]);
    assertEquals(await outcome("only"), [undefined, "folder"]);

    // Without the project's settings there is no such hook.
    await scene.run("Go apart", { ...options, settingSources: ["user"], policy: GATES.predicate! });
    assertEquals(await outcome("apart"), ["folder", "folder"]);
  },
  { projectSettings: SETTINGS },
);
