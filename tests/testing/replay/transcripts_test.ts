import { assert, assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import type { MonoTypeOperatorFunction } from "rxjs";
import type { AgentEvent } from "../../../lib/agent/events.ts";
import { onPermission } from "../../../lib/operators/mod.ts";
import type { RecordedLine } from "../../../lib/testing/recorded_line.ts";
import { replay, ReplayError } from "../../../lib/testing/mod.ts";
import { perform } from "./rehearsal.ts";

const FOLDER = new URL("../../fixtures/transcripts/", import.meta.url);
const NAMES = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).sort();
const LAUNCH = { program: ["claude"], args: [], env: {}, clearEnv: false };

/** Sessions that a script of this package can hold: their prompts, in order. */
const SCRIPTS: Record<string, string[]> = {
  "api-error-403": ["please do the demo task"],
  "api-retry-then-500": ["please do the demo task"],
  "ask-user-question": ["please do the demo task"],
  "exit-plan-mode": ["please do the demo task", "x"],
  "max-turns": ["please do the demo task", "again"],
  "multi-block-parallel-tools": ["x please do the demo task"],
  "no-prompt-tool": ["please do the demo task"],
  "partial-messages": ["x please do the demo task"],
  "permission-allow-updated-input": ["please do the demo task"],
  "permission-deny": ["please do the demo task"],
  "permission-deny-interrupt-parallel": ["please do the demo task"],
  "permission-two-outstanding": ["please do the demo task"],
  "resume": ["hi again"],
  "slash-clear": ["hi", "/clear", "hi"],
  "subagent-background": ["please do the demo task"],
  "subagents-parallel-asks": ["please do the demo task"],
  "turns-three": ["hi0", "hi1", "hi2"],
};

/**
 * Why the others are driven by hand: they hold what no script of this package writes. Whoever adds a transcript says
 * which it is.
 */
const BY_HAND: Record<string, string> = {
  "controls": "ill-formed control requests, which are refused before they are written",
  "hook-error-response": "a hook of another host's id, answered with an error",
  "hook-permissionrequest-race": "a PermissionRequest hook, which is not offered",
  "hook-stop-block": "a hook of another host's id",
  "hooks-all-events": "hooks of another host's ids, PermissionRequest among them",
  "initialize-twice": "a second initialize",
  "interrupt-mid-tool": "an interrupt at a moment that the clock chose",
  "interrupt-pending-permission": "an answer to a request that was taken back",
  "invalid-json-line": "a line that is no JSON",
  "mcp-sdk-server": "a server in the host, declared in initialize",
  "permission-malformed-response": "an empty answer to a permission request",
  "queue-merged": "prompts that are written while a turn runs",
  "replay-user-messages": "echoes of prompts without an id of their own",
};

Deno.test("replay() knows how each transcript is driven", () => {
  assertEquals(
    [...Object.keys(SCRIPTS), ...Object.keys(BY_HAND)].sort(),
    NAMES.map((name) => name.replace(".ndjson", "")).sort(),
  );
});

for (const file of NAMES) {
  Deno.test(`replay() plays ${file} to whoever says what was said, with ids of its own`, async () => {
    const lines = read(file);
    const transport = replay(new URL(file, FOLDER))(LAUNCH);
    const stderr = new Response(transport.stderr).text();
    const output = transport.output.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (const [index, line] of lines.entries()) {
      if (line.dir === "out") {
        if (line.raw === "<stdin closed>") await transport.end();
        else await transport.write(line.raw?.trimEnd() ?? JSON.stringify(own(line.message)));
      } else if (line.dir === "in") {
        while (!rest.includes("\n")) {
          const { value, done } = await output.read();
          assert(!done, `The output ended before line ${index + 1}`);
          rest += value;
        }
        assertEquals(JSON.parse(rest.slice(0, rest.indexOf("\n"))), answered(line.message, lines));
        rest = rest.slice(rest.indexOf("\n") + 1);
      }
    }
    // A transcript that was cut has no end: its agent goes when its input is closed.
    await transport.end();
    assertEquals([rest, (await output.read()).done], ["", true]);
    const { code = 0, signal = null } = lines.find(({ dir }) => dir === "exit") ?? {};
    assertEquals(await transport.exited, { code, signal });
    assertEquals(await stderr, lines.filter(({ dir }) => dir === "err").map(({ raw }) => raw).join(""));
  });

  Deno.test(`replay() notices what is not in ${file}`, async () => {
    const recording = replay(new URL(file, FOLDER));
    const transport = recording(LAUNCH);
    const stranger = { type: "control_request", request_id: "x", request: { subtype: "frobnicate" } };
    assertInstanceOf(await assertRejects(() => transport.write(JSON.stringify(stranger))), ReplayError);
    await transport.output.cancel();
    await transport.stderr.cancel();
    assertEquals((await transport.exited).code, 1);
    assertEquals(recording.failures.length, 1);
  });
}

for (const [name, prompts] of Object.entries(SCRIPTS)) {
  Deno.test(`replay() plays ${name} to a script: every message comes, and each result ends a turn`, async () => {
    const lines = read(`${name}.ndjson`);
    const transport = replay(lines);
    const { events, error } = await perform(prompts, { transport }, answersOf(lines));
    assertEquals([error, transport.failures], [undefined, []]);
    const told = lines.filter(({ dir }) => dir === "in").map(({ message }) => message as Record<string, unknown>)
      .filter(({ type }) => !String(type).startsWith("control_"));
    const seen = events as Record<string, unknown>[];
    assertEquals(seen.filter(({ type }) => !ADDED.has(String(type))).map(whole), told);
    const count = (type: string) => seen.filter((event) => event.type === type).length;
    assertEquals(count("turn_end"), told.filter(({ type }) => type === "result").length);
    assertEquals(count("run_end"), 1);
  });
}

const ADDED = new Set(["opening", "permission", "hook", "turn_end", "diagnostic", "run_end"]);

/** A message of a kind that is not known carries the frame. */
function whole(event: Record<string, unknown>): unknown {
  return event.type === "unknown" ? event.raw : event;
}

function read(file: string): RecordedLine[] {
  return Deno.readTextFileSync(new URL(file, FOLDER)).trim().split("\n").map((line) => JSON.parse(line));
}

/** What a script writes, with ids of its own where they are its own. */
function own(message: unknown): unknown {
  const frame = message as Record<string, unknown>;
  if (frame.type === "control_response") return frame;
  return {
    ...frame,
    ...(frame.request_id === undefined ? {} : { request_id: `own-${frame.request_id}` }),
    ...(frame.uuid === undefined ? {} : { uuid: `own-${frame.uuid}` }),
  };
}

/** What the agent wrote, about the ids that the script has given. */
function answered(message: unknown, lines: readonly RecordedLine[]): unknown {
  const written = lines.filter(({ dir }) => dir === "out").map(({ message }) =>
    (message ?? {}) as Record<string, unknown>
  )
    .filter(({ type }) => type !== "control_response");
  const ids = written.flatMap(({ request_id, uuid }) => [request_id, uuid]).filter((id) => id !== undefined);
  return JSON.parse(
    ids.reduce((text: string, id) => text.replaceAll(`"${id}"`, `"own-${id}"`), JSON.stringify(message)),
  );
}

/** Answers as it was answered. */
function answersOf(lines: readonly RecordedLine[]): MonoTypeOperatorFunction<AgentEvent> {
  return onPermission((request) => {
    const id = request.frame.request_id;
    const line = lines.find(({ dir, message }) => {
      const frame = message as { response?: { request_id?: string } } | undefined;
      return dir === "out" && frame?.response?.request_id === id;
    });
    // deno-lint-ignore no-explicit-any -- a recorded answer
    return line === undefined ? new Promise(() => {}) : (line.message as any).response.response;
  });
}
