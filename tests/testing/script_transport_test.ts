import { assert, assertEquals, assertFalse, assertRejects } from "@std/assert";
import { scriptTransport } from "../../lib/testing/script_transport.ts";

const initialize = '{"type":"control_request","request_id":"1","request":{"subtype":"initialize"}}';
const hello = '{"type":"user","message":{"role":"user","content":"hello"}}';

Deno.test("scriptTransport() gives out each written line once, in order or by predicate", async () => {
  const transport = scriptTransport();
  const waiting = transport.nextLine((line) => line.type === "user");
  await transport.write(initialize);
  await transport.write(hello);
  assertEquals((await waiting).message, { role: "user", content: "hello" });
  assertEquals((await transport.nextLine()).request, { subtype: "initialize" });
  assertEquals(transport.lines.map((line) => line.type), ["control_request", "user"]);
  transport.exit();
});

Deno.test("scriptTransport() puts out objects as lines, text and bytes as they are", async () => {
  const transport = scriptTransport();
  transport.push({ type: "keep_alive" }, '{"half":', new Uint8Array([0x31, 0x7d, 0x0a]));
  transport.pushStderr("a warning");
  transport.exit(3);
  assertEquals(await new Response(transport.output).text(), '{"type":"keep_alive"}\n{"half":1}\n');
  assertEquals(await new Response(transport.stderr).text(), "a warning");
  assertEquals(await transport.exited, { code: 3, signal: null });
});

Deno.test("scriptTransport() does nothing by itself on EOF and signals", async () => {
  const transport = scriptTransport();
  assertFalse(transport.isEnded);
  transport.signal("SIGINT");
  await transport.end();
  await transport.end();
  await transport.ended;
  assert(transport.isEnded);
  assert(transport.isRead);
  assertEquals(transport.signals, ["SIGINT"]);
  transport.exit(null, "SIGKILL");
  transport.signal("SIGTERM");
  assertEquals(transport.signals, ["SIGINT"]);
  assertEquals(await transport.exited, { code: null, signal: "SIGKILL" });
});

Deno.test("scriptTransport() refuses writes once it has gone, and lines that are not JSON", async () => {
  const transport = scriptTransport();
  await assertRejects(() => transport.write("not json"), SyntaxError);
  const waiting = transport.nextLine();
  transport.exit();
  await assertRejects(() => waiting, Error, "the agent has gone");
  await assertRejects(() => transport.nextLine(), Error, "the agent has gone");
  await assertRejects(() => transport.write(hello), Error, "it has gone");
});

Deno.test("scriptTransport() notices that its reader has left, and drops what comes after", async () => {
  const transport = scriptTransport();
  await transport.output.cancel();
  assertFalse(transport.isRead);
  transport.push({ type: "keep_alive" });
  transport.closeOutput();
  transport.exit();
  assertEquals(await transport.exited, { code: 0, signal: null });
});
