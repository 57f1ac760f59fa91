import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { lastValueFrom, retry, throwError, timer } from "rxjs";
import {
  claude,
  ControlError,
  expectSuccess,
  failureKind,
  LimitError,
  ProcessError,
  StalledError,
  StartError,
} from "../../mod.ts";
import { TurnError, UsageError } from "../../mod.ts";
import { frames, type ScriptTransport, scriptTransport } from "../../lib/testing/mod.ts";
import { turn } from "../support/turn.ts";
import { quietTest } from "../support/no_rejections.ts";

quietTest(
  "res-01: an unknown session is permanent: no further try, and the error names the id and the directory",
  async () => {
    const started: ScriptTransport[] = [];
    const transport = () => {
      const dead = scriptTransport();
      started.push(dead);
      // As the CLI does it: a zeroed result, a line on standard error, and no answer to `initialize`.
      const errors = ["No conversation found with session ID: 5c6f7e1a-0000-4000-8000-000000000001"];
      dead.push(frames.result({ subtype: "error_during_execution", is_error: true, errors }));
      dead.pushStderr(`${errors[0]}\n`);
      dead.exit(1);
      return dead;
    };
    const options = { transport, resume: "5c6f7e1a-0000-4000-8000-000000000001", cwd: "/srv/elsewhere" };
    const again = retry({
      count: 3,
      delay: (error) => failureKind(error) === "permanent" ? throwError(() => error) : timer(0),
    });
    const error = await lastValueFrom(claude("go on", options).pipe(again)).then(() => undefined, (error) => error);
    assert(error instanceof ProcessError);
    assertEquals(started.length, 1);
    assertStringIncludes(error.message, "No conversation found with session ID: 5c6f7e1a-0000-4000-8000-000000000001");
    assertStringIncludes(
      error.message,
      'Sessions belong to a directory. It looked in "/srv/elsewhere": set "cwd" to where the session began',
    );
  },
);

const API_ERROR = { outcome: "error", failed: true } as const;
const result = (fields: Parameters<typeof frames.result>[0]) => frames.result({ is_error: true, ...fields });

Deno.test("failureKind() tells turns that pass from those that fail for good", () => {
  const cases: [Parameters<typeof turn>[0], string][] = [
    ...[429, 408, 500, 502, 529].map((status): [Parameters<typeof turn>[0], string] => [
      { ...API_ERROR, result: result({ api_error_status: status }) },
      "passing",
    ]),
    ...[400, 401, 403, 404].map((status): [Parameters<typeof turn>[0], string] => [
      { ...API_ERROR, result: result({ api_error_status: status }) },
      "permanent",
    ]),
    // The older CLI gives no status, only its words.
    [{ ...API_ERROR, result: result({ result: "API Error: 529 Overloaded" }) }, "passing"],
    [{ ...API_ERROR, result: result({ result: "API Error: 404 model not found" }) }, "permanent"],
    [{ ...API_ERROR, messages: [{ ...frames.assistantText("Wait"), error: "rate_limit" }] }, "passing"],
    [{ ...API_ERROR, messages: [{ ...frames.assistantText("Log in"), error: "authentication_failed" }] }, "permanent"],
    [{ ...API_ERROR, messages: [{ ...frames.assistantText("Hm"), error: "unknown" }] }, "unknown"],
    [{
      ...API_ERROR,
      messages: [{ type: "rate_limit_event", rate_limit_info: { status: "rejected", resetsAt: 1 } }],
    }, "passing"],
    [{ outcome: "limit", failed: true }, "permanent"],
    [{ outcome: "denied", failed: true }, "permanent"],
    [{ outcome: "success" }, "unknown"],
    [{ outcome: "limit", failed: true, result: undefined }, "permanent"],
  ];
  for (const [fields, kind] of cases) assertEquals(failureKind(turn(fields)), kind, JSON.stringify(fields));
});

Deno.test("failureKind() tells errors of the stream apart", () => {
  const overloaded = turn({ ...API_ERROR, result: result({ api_error_status: 529 }) });
  const cases: [unknown, string][] = [
    [new TurnError(overloaded), "passing"],
    [new LimitError(turn({ outcome: "limit", failed: true })), "permanent"],
    [new StartError("Cannot start", { kind: "not_found", program: "claude" }), "permanent"],
    [new UsageError("Cannot"), "permanent"],
    [new StalledError("Stood still", { phase: "streaming", text: "" }), "passing"],
    [new ControlError("Refused", { kind: "refused", subtype: "initialize" }), "permanent"],
    [new ControlError("Late", { kind: "timeout", subtype: "initialize" }), "unknown"],
    [new ProcessError({ code: 1, stderrTail: "Invalid API key · Please run /login" }), "permanent"],
    [new ProcessError({ code: 1, pending: ["initialize"], stderrTail: "error: something" }), "permanent"],
    [new ProcessError({ signal: "SIGKILL" }), "unknown"],
    [new ProcessError({ code: 1, lastResult: result({ api_error_status: 529 }) }), "passing"],
    [new Error("Something else"), "unknown"],
    [undefined, "unknown"],
    ["text", "unknown"],
  ];
  for (const [failure, kind] of cases) assertEquals(failureKind(failure), kind, String(failure));
});

quietTest("failureKind() takes the error of expectSuccess() as it takes the turn", async () => {
  const cli = scriptTransport();
  const failing = lastValueFrom(claude("go", { transport: cli }).pipe(expectSuccess())).catch((error) => error);
  cli.answer(await cli.nextLine());
  await cli.nextLine((line) => line.type === "user");
  cli.push(result({ api_error_status: 529, result: "API Error: 529" }));
  await cli.ended;
  cli.exit(1);
  assertEquals(failureKind(await failing), "passing");
});
