import { assertEquals, assertFalse, assertStringIncludes } from "@std/assert";
import { childTransport, ProcessError, StderrTail } from "../../lib/process/mod.ts";
import { launchOf, textOf } from "./_programs.ts";

Deno.test("err-01: code, signal, the end of stderr and the command line without secrets are in the error", async () => {
  const launch = {
    ...launchOf("bad_key.sh"),
    args: ["--model=opus", '--settings={"x":"sk-ant-abc"}', "hunter2"],
    env: { A_KEY: "hunter2" },
  };
  const transport = childTransport(launch);
  const tail = new StderrTail({ env: launch.env });
  const output = textOf(transport.output);
  for await (const chunk of transport.stderr) tail.push(chunk);
  const exit = await transport.exited;
  const error = new ProcessError({ ...exit, stderrTail: tail.text, launch });
  assertEquals(await output, "");
  assertEquals([error.name, error.code, error.signal], ["ProcessError", 1, null]);
  assertEquals(error.stderrTail, "Error: Invalid API key\n");
  assertEquals(error.argv.slice(2), ["--model=opus", "--settings={…}", "***"]);
  assertEquals(error.lastResult, undefined);
  assertEquals(
    error.message,
    'The agent "sh" exited with code 1; its standard error ends with: Error: Invalid API key',
  );
  assertFalse(JSON.stringify(error).includes("hunter2"));
});

Deno.test("err-04: a result that came before is kept in the error", () => {
  const lastResult = { type: "result", structured_output: { a: 1 } };
  assertEquals(new ProcessError({ code: 1, lastResult }).lastResult, lastResult);
});

Deno.test("ProcessError says how it ended, what was pending, and what it was sent last", () => {
  const launch = { program: ["claude"], args: [], env: {}, clearEnv: false };
  assertEquals(
    new ProcessError({ signal: "SIGKILL", launch, pending: ["interrupt", "set_model"] }).message,
    'The agent "claude" was ended by SIGKILL while "interrupt", "set_model" were pending; it wrote nothing on standard ' +
      "error, run the program by hand to see more",
  );
  assertStringIncludes(
    new ProcessError({ code: 1, pending: ["a", "b", "c", "d", "e"], lastWritten: "user" }).message,
    'The agent exited with code 1 while "a", "b", "c" and 2 more were pending after it was sent "user"; ',
  );
  assertStringIncludes(new ProcessError({}).message, "The agent cannot be reached any more; ");
});

Deno.test("ProcessError shows the last lines of a long stderr", () => {
  const stderrTail = Array.from({ length: 40 }, (_, index) => `line ${index}\n\n`).join("");
  const { message } = new ProcessError({ code: 2, stderrTail });
  assertEquals(
    message.split("ends with: ")[1],
    Array.from({ length: 12 }, (_, index) => `line ${28 + index}`).join("\n"),
  );
  const long = new ProcessError({ code: 2, stderrTail: "x".repeat(5_000) });
  assertEquals(long.message.split("ends with: ")[1], `…${"x".repeat(600)}`);
  assertEquals(long.stderrTail.length, 5_000);
});
