import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  type AssistantMessage,
  blocksOf,
  type ContentBlock,
  parseMessage,
  type UserMessage,
} from "../../lib/protocol/mod.ts";

const DATA = { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } as const;

/** A block of every kind that the model's API and the CLI write. */
const BLOCKS: ContentBlock[] = [
  { type: "text", text: "a" },
  { type: "text", text: "b", citations: [{ type: "char_location", cited_text: "b", document_index: 0 }] },
  { type: "text", text: "c", citations: null },
  { type: "thinking", thinking: "hm", signature: "c2ln" },
  { type: "redacted_thinking", data: "abc" },
  { type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "ls" } },
  { type: "tool_result", tool_use_id: "toolu_1", content: "text" },
  { type: "tool_result", tool_use_id: "toolu_1", is_error: true },
  { type: "tool_result", tool_use_id: "toolu_1", content: [] },
  {
    type: "tool_result",
    tool_use_id: "toolu_1",
    content: [
      { type: "text", text: "a" },
      { type: "image", source: DATA },
      { type: "document", source: { type: "url", url: "https://example.com/a.pdf" }, title: null },
      { type: "tool_reference", tool_name: "WebFetch" },
      { type: "search_result", source: "s", title: "t", content: [{ type: "text", text: "x" }] },
    ],
  },
  { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "x" } },
  {
    type: "web_search_tool_result",
    tool_use_id: "srvtoolu_1",
    content: [{ type: "web_search_result", url: "u", title: "t", encrypted_content: "e", page_age: null }],
  },
  {
    type: "web_search_tool_result",
    tool_use_id: "srvtoolu_1",
    content: { type: "web_search_tool_result_error", error_code: "max_uses_exceeded" },
  },
  { type: "code_execution_tool_result", tool_use_id: "srvtoolu_2", content: { type: "code_execution_result" } },
  { type: "web_fetch_tool_result", tool_use_id: "srvtoolu_3", content: { type: "web_fetch_result" } },
  { type: "mcp_tool_use", id: "mcptoolu_1", name: "echo", server_name: "s", input: {} },
  { type: "mcp_tool_result", tool_use_id: "mcptoolu_1", is_error: false, content: [{ type: "text", text: "x" }] },
  { type: "image", source: { type: "file", file_id: "file_1" } },
  { type: "document", source: { type: "text", media_type: "text/plain", data: "x" }, citations: { enabled: true } },
  { type: "document", source: { type: "content", content: [{ type: "text", text: "x" }] } },
  { type: "container_upload", file_id: "file_1" },
];

Deno.test("blocksOf() gives the blocks themselves, of every kind, and they pass the full check", () => {
  const message: AssistantMessage = { type: "assistant", message: { role: "assistant", content: BLOCKS } };
  const blocks = blocksOf(message);
  assertEquals(blocks.length, BLOCKS.length);
  blocks.forEach((block, index) => assertStrictEquals(block, BLOCKS[index]));
  const raw = message as unknown as Record<string, unknown>;
  assertStrictEquals(parseMessage(raw) as unknown, raw);
});

Deno.test("blocksOf() reads a text as one block, and the message stays as it is", () => {
  const message: UserMessage = { type: "user", message: { role: "user", content: "hello" } };
  assertEquals(blocksOf(message), [{ type: "text", text: "hello" }]);
  assertEquals(message.message.content, "hello");
  assertEquals(blocksOf("hello"), [{ type: "text", text: "hello" }]);
  assertEquals(blocksOf(""), [{ type: "text", text: "" }]);
});

Deno.test("blocksOf() reads the result of a tool in all its forms", () => {
  const result = { type: "tool_result", tool_use_id: "t" } as const;
  assertEquals(blocksOf(result), []);
  assertEquals(blocksOf(undefined), []);
  assertEquals(blocksOf({ ...result, content: "text" }), [{ type: "text", text: "text" }]);
  const content: ContentBlock[] = [{ type: "image", source: DATA }];
  assertStrictEquals(blocksOf({ ...result, content })[0], content[0]);
});

Deno.test("blocksOf() wraps what it does not know, and loses nothing", () => {
  const strange = { type: "hologram", rays: [1] };
  const values = [strange, { type: "unknown" }, { type: 5 }, {}, 5, "text", null, ["a"], { type: "__proto__" }];
  const blocks = blocksOf(values as unknown as ContentBlock[]);
  assertEquals(blocks.map(({ type }) => type), Array(values.length).fill("unknown"));
  assertEquals(blocks.map((block) => block.type === "unknown" ? block.raw : undefined), values);
  assertEquals(blocks[0], { type: "unknown", of: "hologram", raw: strange });
  assertEquals(blocks[4], { type: "unknown", of: "", raw: 5 });
});
