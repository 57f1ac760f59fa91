import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { lastValueFrom } from "rxjs";
import { claude } from "../../../lib/agent/claude.ts";
import { ProcessError } from "../../../lib/process/mod.ts";

/** A program that prints a version, and otherwise reads one line and dies. */
async function oldProgram(): Promise<{ program: string; remove(): Promise<void> }> {
  const folder = await Deno.makeTempDir();
  const program = `${folder}/claude`;
  const script =
    '#!/bin/sh\n[ "$1" = --version ] && echo "1.0.3 (Old)" && exit 0\nread -r line\necho "unknown field hooks" >&2\nexit 1\n';
  await Deno.writeTextFile(program, script, { mode: 0o755 });
  return { program, remove: () => Deno.remove(folder, { recursive: true }) };
}

Deno.test("hook-05: a CLI that dies of initialize is a typed error with code, stderr, version and what was sent", async () => {
  const { program, remove } = await oldProgram();
  try {
    const error = await assertRejects(() => lastValueFrom(claude("hello", { program })), ProcessError);
    assertEquals([error.code, error.signal, error.pending], [1, null, ["initialize"]]);
    assertStringIncludes(error.stderrTail, "unknown field hooks");
    assertStringIncludes(error.message, 'while "initialize" was pending');
    assertStringIncludes(error.message, '"1.0.3 (Old)"');
  } finally {
    await remove();
  }
});
