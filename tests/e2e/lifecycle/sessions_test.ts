import { assert, assertEquals, assertInstanceOf, assertNotEquals, assertStringIncludes } from "@std/assert";
import { claude, connect, lastTurn, ProcessError } from "../../../mod.ts";
import { lastValueFrom } from "rxjs";
import { onStage } from "./_stage.ts";
import { Watch } from "./_watch.ts";

onStage("ClaudeOptions.forkSession goes on with what was said, under an id of its own", async ({ server, options }) => {
  server.on("Say one", ["It is one."]).on("Say two", ["It is two."]);
  const first = await lastValueFrom(claude("Say one", options).pipe(lastTurn()));
  const resume = first.sessionId!;
  const fork = await lastValueFrom(claude("Say two", { ...options, resume, forkSession: true }).pipe(lastTurn()));
  assertNotEquals(fork.sessionId, resume);
  assertStringIncludes(JSON.stringify(server.requests.at(-1)!.body.messages), "It is one.");
});

onStage("ClaudeOptions.continue goes on with the directory's latest session", async ({ server, options }) => {
  server.on("Say one", ["It is one."]).on("Say two", ["It is two."]);
  const first = await lastValueFrom(claude("Say one", options).pipe(lastTurn()));
  const second = await lastValueFrom(claude("Say two", { ...options, continue: true }).pipe(lastTurn()));
  assertEquals(second.sessionId, first.sessionId);
  assertStringIncludes(JSON.stringify(server.requests.at(-1)!.body.messages), "It is one.");
});

for (const signal of ["SIGTERM", "SIGKILL"] as const) {
  onStage(`ProcessError: claude gets ${signal} in the middle of an answer`, async ({ server, options }) => {
    server.on("Talk", [{ text: "Once upon a time", hang: true }]);
    const watch = new Watch(claude("Talk", options));
    await server.request(() => true);
    const { pid } = watch.agent;
    assert(pid !== undefined);
    Deno.kill(pid, signal);
    const error = await watch.error();
    assertInstanceOf(error, ProcessError);
    // It takes SIGTERM for an order to exit, and says so in its code.
    assertEquals([error.code, error.signal], signal === "SIGTERM" ? [143, null] : [null, "SIGKILL"]);
  });
}

onStage("Agent.send() with priority now ends the running turn, and its own comes next", async ({ server, options }) => {
  server.on("Talk", [{ text: "Once upon a time", hang: true }]).on("Stop it", ["Stopped."]);
  await using agent = await connect(options);
  const talking = agent.ask("Talk");
  await server.request(() => true);
  agent.send({ content: "Stop it", priority: "now" });
  const first = await talking;
  assertNotEquals(first.outcome, "success");
  const next = await agent.ask("Stop it");
  assertEquals([next.text, next.outcome], ["Stopped.", "success"]);
});
