import { assert, assertEquals, assertInstanceOf, assertMatch, assertStringIncludes } from "@std/assert";
import { claude, connect, onPermission, ProcessError, StartError } from "../../../mod.ts";
import { onStage, TRACE } from "./_stage.ts";
import { Watch } from "./_watch.ts";

onStage("ProcessError: claude is killed while a permission is pending, and the stream tells at once", async (stage) => {
  const { server, options, box } = stage;
  server.on("First", ["One."]).on("Work", [TRACE]);
  const signals: AbortSignal[] = [];
  const watch = new Watch(
    claude(["First", "Work"], options).pipe(onPermission((_request, signal) => {
      signals.push(signal);
      return new Promise(() => {});
    })),
  );
  await watch.until((event) => event.type === "permission");
  Deno.kill(watch.agent.pid!, "SIGKILL");
  const error = await watch.error();
  assertInstanceOf(error, ProcessError);
  assertEquals([error.code, error.signal, error.pending], [null, "SIGKILL", ["can_use_tool Bash"]]);
  assertEquals((error.lastResult as { result: string }).result, "One.");
  assertStringIncludes(error.message, "SIGKILL");
  assertEquals(signals.map(({ aborted }) => aborted), [true]);
  assertEquals(watch.turns.map(({ text }) => text), ["One."]);
  assertEquals(await watch.agent.exited, { code: null, signal: "SIGKILL" });
  assertEquals(await box.read("ran"), undefined);
});

onStage("ProcessError: claude is killed while ask() waits, and ask() rejects with it", async ({ server, options }) => {
  server.on("Work", [{ text: "Once upon a time", hang: true }]);
  const agent = await connect(options);
  let streamError: unknown;
  agent.events.subscribe({ error: (error) => streamError = error });
  const asked = agent.ask("Work").catch((error) => error);
  await server.request(({ body }) => JSON.stringify(body.messages).includes("Work"));
  Deno.kill(agent.pid!, "SIGKILL");
  const error = await asked;
  assertInstanceOf(error, ProcessError);
  assertEquals([error.signal, error === streamError], ["SIGKILL", true]);
  assertEquals(await agent.ask("And now?").catch((error) => error), error);
  assertEquals(await agent.close(), { code: null, signal: "SIGKILL" });
});

onStage("ProcessError: an unknown session cannot be resumed, and the error shows what claude wrote", async (stage) => {
  const resume = "00000000-0000-4000-8000-000000000000";
  const watch = new Watch(claude("Work", { ...stage.options, resume }));
  const error = await watch.error();
  assertInstanceOf(error, ProcessError);
  assertEquals(error.code, 1);
  assertStringIncludes(error.stderrTail, resume);
  assertStringIncludes(error.message, "No conversation found");
  assertEquals(stage.server.requests.length, 0);
});

onStage("ProcessError: a flag that claude does not know, and the error shows what claude wrote", async (stage) => {
  const watch = new Watch(claude("Work", { ...stage.options, args: ["--no-such-flag"] }));
  const error = await watch.error();
  assertInstanceOf(error, ProcessError);
  assertEquals(error.code, 1);
  assertStringIncludes(error.message, "unknown option '--no-such-flag'");
  assert(error.argv.includes("--no-such-flag"), "The command line is in the error");
});

onStage("StartError: a program that is not there", async ({ options, box }) => {
  const program = `${box.bin}/clod`;
  const watch = new Watch(claude("Work", { ...options, program }));
  const error = await watch.error();
  assertInstanceOf(error, StartError);
  assertEquals([error.kind, error.program], ["not_found", program]);
  assertStringIncludes(error.message, program);
  const refused = await connect({ ...options, program }).catch((error) => error);
  assertEquals([refused.name, refused.kind], ["StartError", "not_found"]);
});

onStage("StartError: a working directory that is not there is not blamed on the program", async ({ options, box }) => {
  const cwd = box.file("nowhere");
  const watch = new Watch(claude("Work", { ...options, cwd }));
  const error = await watch.error();
  assertInstanceOf(error, StartError);
  assertEquals(error.kind, "missing_cwd");
  assertStringIncludes(error.message, cwd);
  assertMatch(error.message, /director/);
});
