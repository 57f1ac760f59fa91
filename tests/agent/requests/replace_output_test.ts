import { assertEquals, assertStringIncludes } from "@std/assert";
import { onHook } from "../../../lib/operators/on_hook.ts";
import { guarded } from "./_guarded.ts";

const own = (fields: object) => ({ hookSpecificOutput: { hookEventName: "PostToolUse", ...fields } });
const BASH = { stdout: "key=1", stderr: "key=2", interrupted: false, isImage: false, noOutputExpected: false };
const READ = { type: "text", file: { filePath: "/srv/a", content: "key=1", numLines: 1, startLine: 1, totalLines: 1 } };
const PARTS = [{ type: "text", text: "…" }];

/** Tool, its output, what replaces it, what is written. */
const kept: [string, unknown, unknown, unknown][] = [
  ["Bash", BASH, "…", { ...BASH, stdout: "…", stderr: "" }],
  ["Bash", BASH, { ...BASH, stderr: "" }, { ...BASH, stderr: "" }],
  ["Read", READ, "a\nb", { ...READ, file: { ...READ.file, content: "a\nb", numLines: 2 } }],
  ["mcp__s__ask", PARTS, "…", "…"],
  ["mcp__s__ask", [{ type: "text", text: "key=1" }], PARTS, PARTS],
  ["Other", "key=1", "…", "…"],
];
for (const [tool_name, tool_response, output, written] of kept) {
  Deno.test(
    `replaceOutput() gives ${JSON.stringify(output)} the shape of the output of ${tool_name}`,
    guarded(async ({ open }) => {
      const session = await open({ pipeline: onHook("PostToolUse", (_, request) => request.replaceOutput(output)) });
      const answer = await session.hook("PostToolUse", { tool_name, tool_input: {}, tool_response });
      assertEquals(answer, own({ updatedToolOutput: written }));
      assertEquals(session.diagnostics(), []);
    }),
  );
}

/** Tool, its output, an answer that the CLI would drop, a part of the complaint. */
const dropped: [string, unknown, object, string][] = [
  ["Bash", BASH, { updatedToolOutput: "…" }, "is a string in place of an object"],
  ["Bash", BASH, { updatedToolOutput: { stdout: "…" } }, 'lacks "stderr", "interrupted"'],
  ["Bash", BASH, { updatedToolOutput: [] }, "is a list in place of an object"],
  ["Bash", BASH, { updatedMCPToolOutput: "…" }, "give updatedToolOutput"],
  ["Glob", { filenames: ["a"] }, { updatedToolOutput: "…" }, "is a string in place of an object"],
  ["Other", "key=1", { updatedToolOutput: {} }, "is an object in place of a string"],
  ["mcp__s__ask", PARTS, { updatedToolOutput: { a: 1 } }, "give a text or content blocks"],
];
for (const [tool_name, tool_response, fields, part] of dropped) {
  Deno.test(
    `onHook("PostToolUse") tells of ${JSON.stringify(fields)} for ${tool_name}, which the CLI would drop`,
    guarded(async ({ open }) => {
      const session = await open({ pipeline: onHook("PostToolUse", () => own(fields) as never) });
      assertEquals(await session.hook("PostToolUse", { tool_name, tool_input: {}, tool_response }), {});
      assertStringIncludes(session.diagnostics("responder_failed")[0]?.message ?? "", part);
    }),
  );
}

Deno.test(
  'onHook("PostToolUse") takes updatedMCPToolOutput for an MCP tool',
  guarded(async ({ open }) => {
    const session = await open({ pipeline: onHook("PostToolUse", () => own({ updatedMCPToolOutput: "…" }) as never) });
    const input = { tool_name: "mcp__s__ask", tool_input: {}, tool_response: PARTS };
    assertEquals(await session.hook("PostToolUse", input), own({ updatedMCPToolOutput: "…" }));
  }),
);
