import { assertEquals } from "@std/assert";
import { essenceOf, partsOf } from "../../../lib/cli/show/tool_input.ts";

Deno.test("partsOf() shows a command first and every other field after it", () => {
  assertEquals(partsOf("Bash", { description: "d", command: "ls", dangerouslyDisableSandbox: true }), [
    { text: "ls" },
    { label: "description", text: "d" },
    { label: "dangerouslyDisableSandbox", text: "true" },
  ]);
});

Deno.test("partsOf() shows an edit as a difference between the lines that stay", () => {
  const input = { file_path: "/a", old_string: "a\nb\nd", new_string: "a\nc\nd", replace_all: true };
  assertEquals(partsOf("Edit", input), [
    { text: "/a" },
    { mark: " ", text: "a" },
    { mark: "-", text: "b" },
    { mark: "+", text: "c" },
    { mark: " ", text: "d" },
    { label: "replace_all", text: "true" },
  ]);
});

Deno.test("partsOf() does not count a line twice where old and new overlap", () => {
  assertEquals(partsOf("Edit", { file_path: "/a", old_string: "x\nx", new_string: "x\nx\nx" }), [
    { text: "/a" },
    { mark: " ", text: "x\nx" },
    { mark: "+", text: "x" },
  ]);
});

Deno.test("partsOf() shows what is written", () => {
  assertEquals(partsOf("Write", { file_path: "/a", content: "x\ny" }), [{ text: "/a" }, { mark: "+", text: "x\ny" }]);
});

Deno.test("partsOf() shows fields of unexpected type as JSON instead of hiding them", () => {
  const input = { file_path: ["/a"], old_string: 1, new_string: null };
  assertEquals(partsOf("Edit", input), [
    { label: "file_path", text: '["/a"]' },
    { label: "old_string", text: "1" },
    { label: "new_string", text: "null" },
  ]);
});

Deno.test("partsOf() takes a tool whose name every object has for an unknown one", () => {
  assertEquals(partsOf("constructor", { a: { b: 1 } }), [{ label: "a", text: '{"b":1}' }]);
});

Deno.test("essenceOf() is the telling field, else the input", () => {
  assertEquals(essenceOf("Bash", { command: "ls", description: "d" }), "ls");
  assertEquals(essenceOf("WebFetch", { url: "https://example.com", prompt: "p" }), "https://example.com");
  assertEquals(essenceOf("mcp__a__b", { x: 1 }), '{"x":1}');
  assertEquals(essenceOf("mcp__a__b", {}), "");
});
