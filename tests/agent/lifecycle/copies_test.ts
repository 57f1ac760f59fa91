import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { agentOf, type isAdded } from "../../../lib/agent/brand.ts";
import { claude } from "../../../lib/agent/claude.ts";
import { canUseTool, hookCallback } from "../../../lib/testing/frames/mod.ts";
import { macrotask, quietTest } from "../../support/no_rejections.ts";
import { askToMake, begin, endRun, handshake, takePrompt } from "./_far_end.ts";
import { Processes, session, Watch } from "./_session.ts";

type Copy = {
  allowTools: typeof import("../../../lib/operators/allow_tools.ts").allowTools;
  onHook: typeof import("../../../lib/operators/on_hook.ts").onHook;
  onPermission: typeof import("../../../lib/operators/on_permission.ts").onPermission;
  denyTools: typeof import("../../../lib/operators/deny_tools.ts").denyTools;
  agentOf: typeof agentOf;
  isAdded: typeof isAdded;
};

let loaded: Promise<Copy> | undefined;

/** A second copy of the library, as two versions of the package in one script have it. */
function copyOfLibrary(): Promise<Copy> {
  return loaded ??= load();
}

async function load(): Promise<Copy> {
  const lib = new URL("../../../lib/", import.meta.url);
  // Beside the original, so that the import map holds; a cache folder that nothing reads or checks.
  const cache = new URL("../../../.cache/", import.meta.url);
  await Deno.mkdir(cache, { recursive: true });
  const folder = await Deno.makeTempDir({ dir: decodeURIComponent(cache.pathname), prefix: "copy-" });
  try {
    for (const layer of ["protocol", "process", "framing", "agent", "operators"]) {
      await copyTree(new URL(`${layer}/`, lib), new URL(`file://${folder}/${layer}/`));
    }
    const from = (path: string) => import(`file://${folder}/${path}`);
    return {
      ...await from("operators/allow_tools.ts"),
      ...await from("operators/on_hook.ts"),
      ...await from("operators/on_permission.ts"),
      ...await from("operators/deny_tools.ts"),
      ...await from("agent/brand.ts"),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function copyTree(from: URL, to: URL): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyTree(new URL(`${name}/`, from), new URL(`${name}/`, to));
    else await Deno.copyFile(new URL(name, from), new URL(name, to));
  }
}

quietTest("two copies of the package: agentOf and isAdded know each other's events", async () => {
  const copy = await copyOfLibrary();
  assert(copy.agentOf !== agentOf, "There is only one copy");
  const { cli, watch } = session("hello");
  const opening = await watch.until(() => true);
  assert(copy.isAdded("opening", opening));
  assert(!copy.isAdded("permission", opening));
  assert(copy.agentOf(opening) === agentOf(opening));
  await begin(cli);
  await endRun(cli);
  await watch.complete();
});

quietTest("two copies of the package: hooks and permissions of one register with an agent of the other", async () => {
  const { onHook, onPermission } = await copyOfLibrary();
  const { cli, watch } = session("hello", {
    pipeline: (events) => events.pipe(onHook("Stop", () => undefined), onPermission((request) => request.allow())),
  });
  const line = await handshake(cli);
  const hooks = line.request?.hooks as Record<string, { hookCallbackIds: string[] }[]>;
  assertEquals(Object.keys(hooks), ["Stop"]);
  await takePrompt(cli);
  await askToMake(cli, "allow r-1");
  cli.push(hookCallback(hooks.Stop![0]!.hookCallbackIds[0]!, { hook_event_name: "Stop" }, { requestId: "h-1" }));
  await cli.until("neutral h-1");
  await endRun(cli);
  await watch.complete();
});

quietTest("two copies of the package: a gate of one holds in an agent of the other", async () => {
  const { denyTools } = await copyOfLibrary();
  const { cli, watch } = session("hello", {
    settingSources: ["user"],
    pipeline: (events) => events.pipe(denyTools(() => "Never")),
  });
  const line = await handshake(cli);
  const hooks = line.request?.hooks as Record<string, { hookCallbackIds: string[] }[]>;
  await takePrompt(cli);
  const input = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t" };
  cli.push(hookCallback(hooks.PreToolUse![0]!.hookCallbackIds[0]!, input, { requestId: "h-1" }));
  await cli.until("deny h-1");
  await endRun(cli);
  await watch.complete();
});

quietTest("two copies of the package: a near miss in one is told by an agent of the other", async () => {
  const { allowTools } = await copyOfLibrary();
  const { cli, watch } = session("hello", { pipeline: (events) => events.pipe(allowTools("Bash(make test)")) });
  await begin(cli);
  cli.push(canUseTool("Bash", { command: "make lint" }, { requestId: "r-1" }));
  const answer = await cli.nextLine((line) => line.response?.request_id === "r-1");
  assertStringIncludes(JSON.stringify(answer), 'so it was not run: \\"Bash(make test)\\" covers');
  await endRun(cli);
  await watch.complete();
});

quietTest("two copies of the package: one that misses its Opening is an error before anything starts", async () => {
  const { onHook } = await copyOfLibrary();
  const { transport, started } = new Processes();
  const events = claude("hello", { transport });
  const first = new Watch(events);
  await macrotask();
  const late = await new Watch(events.pipe(onHook("Stop", () => undefined))).error();
  assertEquals([late.name, started.length], ["UsageError", 1]);
  assertStringIncludes(late.message, "has already started");
  first.subscription.unsubscribe();
  await started[0]!.ended;
  started[0]!.exit();
});
