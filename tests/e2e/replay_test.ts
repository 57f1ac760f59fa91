import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { claude } from "../../lib/agent/claude.ts";
import type { ClaudeOptions } from "../../lib/agent/options.ts";
import { allowTools, denyTools, keepGoing, onHook, record, type RecordOptions } from "../../lib/operators/mod.ts";
import { replay } from "../../lib/testing/mod.ts";
import { type ClaudeVersion, eachVersion, type Sandbox, sandbox, startModelServer, tool } from "../support/mod.ts";
import { withNumberedIds } from "../support/numbered_ids.ts";

/** Holds a session with the real claude and records it into a file of the sandbox. */
async function recorded(
  version: ClaudeVersion,
  options: RecordOptions,
  look: (recording: string, events: unknown[], box: Sandbox) => Promise<void>,
): Promise<void> {
  await using server = startModelServer();
  server.on("first", [
    { thinking: "Hm", text: "I look", tools: [{ name: "Bash", input: { command: "touch a.txt" } }] },
    tool("Bash", { command: "env" }),
    tool("WebFetch", { url: "http://127.0.0.1:9/", prompt: "x" }),
    "Looked",
    "Looked again",
  ]).on("second", ["Done"]);
  await using box = await sandbox({ version, server });
  const path = `${box.home}/run.ndjson`;
  const events: unknown[] = [];
  {
    using file = await Deno.open(path, { create: true, append: true });
    await play({ ...box.options, includePartialMessages: true }, record(file, options), events);
  }
  await look(path, events, box);
}

async function play(options: ClaudeOptions, recorder: ReturnType<typeof record>, events: unknown[]): Promise<void> {
  let stops = 0;
  await claude(["first", "second"], { settingSources: [], onDiagnostic: () => {}, ...options }).pipe(
    denyTools("WebFetch"),
    allowTools("Bash(touch *)", "Bash(env)"),
    onHook("Stop", () => stops++ === 0 ? keepGoing("Once more") : undefined),
    recorder,
  ).forEach((event) => void events.push(plain(event)));
}

/** An event without functions, and without what our own clock has measured. */
function plain(event: object): unknown {
  return JSON.parse(JSON.stringify(event, (key, value) => key === "durationMs" ? 0 : value));
}

eachVersion("replay() of a recorded session gives the identical events", async (version) => {
  await recorded(version, { redact: false }, async (path, events) => {
    const again: unknown[] = [];
    const transport = replay(path);
    await play({ transport }, (source) => source, again);
    assertEquals(transport.failures, []);
    assertEquals(withNumberedIds(again), withNumberedIds(events));
    assert(events.length > 30);
  });
});

eachVersion("record() keeps the key and the home directory out, and the recording replays", async (version) => {
  await recorded(version, {}, async (path, events, box) => {
    const text = await Deno.readTextFile(path);
    const all = JSON.stringify(events);
    for (const secret of ["sk-ant-dummy", box.home]) {
      assertStringIncludes(all, secret);
      assert(!text.includes(secret), `${secret} is in the recording`);
    }
    const again: unknown[] = [];
    const transport = replay(path);
    await play({ transport }, (source) => source, again);
    assertEquals(transport.failures, []);
    assertEquals(again.length, events.length);
  });
});
