import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  agentOf,
  claude,
  failureKind,
  lastTurn,
  ProcessError,
  retryOnLimit,
  type Turn,
  watchdog,
} from "../../../mod.ts";
import { defer, lastValueFrom, retry, tap, throwError, timer } from "rxjs";
import { onStage, type Stage } from "../lifecycle/mod.ts";

onStage("retryOnLimit() sends the prompt again when the server has failed, in the same session", async (stage) => {
  // The CLI itself tries twice.
  stage.server.on("Hello", [{ text: "Hi.", error: { status: 529, type: "overloaded_error", times: 2 } }, "Hi again."]);
  const sessions = new Set<string | undefined>();
  const turns: Turn[] = [];
  const notes: string[] = [];
  await claude("Hello", { ...stage.options, onDiagnostic: (note) => notes.push(note.message) }).pipe(
    retryOnLimit({ firstWaitMs: 10, jitterMs: 0 }),
  ).forEach((event) => {
    if (event.type === "result") sessions.add(event.session_id);
    if (event.type === "turn_end") turns.push(event.turn);
  });
  assertEquals(turns.map(({ outcome, text, prompt }) => [outcome, text, prompt?.content]), [[
    "success",
    "Hi.",
    "Hello",
  ]]);
  assertEquals([sessions.size, notes.length], [1, 1]);
  assertStringIncludes(notes[0]!, "attempt 1 of 5");
});

async function failed({ server, options }: Stage, status: number, type: string): Promise<Turn> {
  server.on(`Fail with ${status}`, [{ error: { status, type } }]);
  return await lastValueFrom(claude(`Fail with ${status}`, options).pipe(retryOnLimit({ maxWaitMs: 1 }), lastTurn()));
}

onStage(
  "failureKind() tells what the server's answers mean, and a permanent failure is not tried again",
  async (stage) => {
    const told = [];
    for (
      const [status, type] of [
        [400, "invalid_request_error"],
        [404, "not_found_error"],
        [429, "rate_limit_error"],
        [500, "api_error"],
        [529, "overloaded_error"],
      ] as const
    ) {
      const turn = await failed(stage, status, type);
      told.push([status, turn.outcome, failureKind(turn)]);
    }
    assertEquals(told, [
      [400, "error", "permanent"],
      [404, "error", "permanent"],
      [429, "error", "passing"],
      [500, "error", "passing"],
      [529, "error", "passing"],
    ]);
  },
);

onStage(
  "res-01: an unknown session is permanent, and the error names its id and the directory",
  async ({ box, options }) => {
    const resume = "5c6f7e1a-0000-4000-8000-000000000001";
    let tries = 0;
    const again = retry({
      count: 3,
      delay: (error) => {
        tries++;
        return failureKind(error) === "permanent" ? throwError(() => error) : timer(0);
      },
    });
    const error = await lastValueFrom(claude("go on", { ...options, resume }).pipe(again))
      .then(() => undefined, (error) => error);
    assert(error instanceof ProcessError, String(error));
    assertEquals([tries, error.code], [1, 1]);
    assertStringIncludes(error.message, resume);
    assertStringIncludes(error.message, JSON.stringify(box.project));
  },
);

onStage(
  "watchdog(): the waits that the CLI announces between its tries do not count",
  async ({ server, box, options }) => {
    server.on("Hello", [{ text: "Hi.", error: { status: 500, times: 2 } }]);
    const env = { ...box.env, CLAUDE_CODE_MAX_RETRIES: "3" };
    const delays: number[] = [];
    // Two tries wait for half a second and a second about; between them the server answers at once.
    const outcomes: string[] = [];
    await claude("Hello", { ...options, env }).pipe(watchdog({ firstToken: 8000 })).forEach((event) => {
      if (event.type === "system" && event.subtype === "api_retry") delays.push(event.retry_delay_ms);
      if (event.type === "turn_end") outcomes.push(event.turn.outcome);
    });
    assertEquals([delays.length, outcomes], [2, ["success"]]);
  },
);

onStage("a run that stands still is taken up again in its own session", async ({ server, options }) => {
  let asked = 0;
  server.on("Hello", [() => asked++ === 0 ? { text: "Let me", hang: true } : "Hi at last."]);
  let resume: string | undefined;
  const stalls: unknown[] = [];
  const turn = await lastValueFrom(
    defer(() => claude("Hello", resume === undefined ? options : { ...options, resume })).pipe(
      watchdog({ firstToken: 4000 }),
      tap((event) => resume = agentOf(event).sessionId ?? resume),
      retry({
        count: 5,
        delay: (error) => {
          stalls.push(failureKind(error), error.name, error.phase);
          return timer(0);
        },
      }),
      lastTurn(),
    ),
  );
  assertEquals([turn.outcome, turn.text, turn.sessionId], ["success", "Hi at last.", resume]);
  // A slow machine may need more than one more try.
  assertEquals(stalls.slice(0, 3), ["passing", "StalledError", "first_token"]);
});
