import { assert, assertEquals, assertFalse, assertInstanceOf, assertStringIncludes } from "@std/assert";
import { LineTooLongError, TruncatedError } from "../../lib/framing/mod.ts";

Deno.test("TruncatedError says what came of the line and where to look for the reason", () => {
  const cause = new Error("why");
  const error = new TruncatedError({ bytes: 15, head: '{"type":"result', cause });
  assertInstanceOf(error, Error);
  assertEquals([error.name, error.bytes, error.head, error.cause], ["TruncatedError", 15, '{"type":"result', cause]);
  assertEquals(
    error.message,
    "Cannot read the last line: the output ended 15 bytes into it, and what came is not a whole JSON value " +
      '(it begins with "{\\"type\\":\\"result"); the exit code and the standard error of the program tell why it stopped',
  );
  assertStringIncludes(new TruncatedError({ bytes: 1, head: "{" }).message, "ended 1 byte into it");
});

Deno.test("LineTooLongError says the size, the limit and both cures", () => {
  const error = new LineTooLongError({ bytes: 5000, limit: 1000, head: '{"type":"user"' });
  assertInstanceOf(error, Error);
  assertEquals([error.name, error.bytes, error.limit, error.head, error.ended], [
    "LineTooLongError",
    5000,
    1000,
    '{"type":"user"',
    true,
  ]);
  assertEquals(
    error.message,
    'Cannot read a line of 5000 bytes: the limit is 1000 bytes (it begins with "{\\"type\\":\\"user\\""); raise ' +
      '"limits.lineBytes", or set "limits.onLongLine" to "skip" to go on without such lines',
  );
});

Deno.test("LineTooLongError does not pass a size off as the true one while the line goes on", () => {
  const error = new LineTooLongError({ bytes: 1001, limit: 1000, head: "x", ended: false });
  assertStringIncludes(error.message, "Cannot read a line of at least 1001 bytes: the limit is 1000 bytes");
});

Deno.test("TruncatedError and LineTooLongError quote a line so that it cannot play with a terminal", () => {
  const head = "\u001b[2J\u009b2J\u007f\u202e\u2066\u200f\ufeff\n";
  for (const error of [new TruncatedError({ bytes: 9, head }), new LineTooLongError({ bytes: 9, limit: 1, head })]) {
    // deno-lint-ignore no-control-regex
    assertFalse(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/.test(error.message));
    assertStringIncludes(error.message, '"\\u001b[2J\\u009b2J\\u007f\\u202e\\u2066\\u200f\\ufeff\\n"');
    assert(error.head === head);
  }
});
