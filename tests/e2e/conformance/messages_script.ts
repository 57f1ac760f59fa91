import { type ModelServer, type Reply, tool } from "../../support/mod.ts";

/** What the account's limits look like in the headers of an answer of the model's API. */
const LIMITS = {
  "anthropic-ratelimit-unified-status": "allowed_warning",
  "anthropic-ratelimit-unified-reset": "1999999999",
  "anthropic-ratelimit-unified-representative-claim": "five_hour",
  "anthropic-ratelimit-unified-5h-utilization": "0.91",
  "anthropic-ratelimit-unified-5h-reset": "1999999999",
  "anthropic-ratelimit-unified-5h-surpassed-threshold": "0.9",
  "anthropic-ratelimit-unified-overage-status": "rejected",
  "anthropic-ratelimit-unified-overage-disabled-reason": "out_of_credits",
};

const REFUSAL: Reply = {
  text: "No",
  stopReason: "refusal",
  stopDetails: { type: "refusal", category: "cyber", explanation: "not this" },
};

/** A model that another one takes the place of. */
export const MISSING_MODEL = "claude-nowhere-1";

/** Teaches the model what it says to the prompts of the visits. */
export function teach(server: ModelServer): void {
  server
    .on(({ model }) => model === MISSING_MODEL, [
      { error: { status: 404, type: "not_found_error", message: `model: ${MISSING_MODEL}` } },
    ])
    .on("Think", [{ thinking: "Let me think about it", text: "Well." }])
    .on("Run a slow command", [tool("Bash", { command: "echo slow" }), "It ran."])
    .on("Run a long command", [tool("Bash", { command: "sleep 3.4; echo long" }), "It ran."])
    .on("Run what is refused", [tool("Bash", { command: "rm -f a.txt" }), "It did not run."])
    .on("Run what nobody allowed", [tool("Bash", { command: "touch b.txt" }), "It did not run."])
    .on("Look at the picture", [tool("Read", { file_path: "p.png" }), "A dot."])
    .on("Look at the document", [tool("Read", { file_path: "d.pdf" }), "An empty page."])
    .on("Look for tools", [tool("ToolSearch", { query: "select:WebFetch,WebSearch", max_results: 3 }), "Found."])
    .on("Fail once", [{ error: { status: 500, times: 1 }, text: "Now it works." }])
    .on("Send a subagent", [
      tool("Agent", {
        description: "A job",
        prompt: "Do the job",
        subagent_type: "general-purpose",
        run_in_background: false,
      }),
      "It is back.",
    ])
    .on("Do the job", [
      { ...tool("Bash", { command: "echo sub" }), error: { status: 500, times: 1 } },
      "The job is done.",
    ])
    .on("Start a background command", [
      tool("Bash", { command: "sleep 0.5", run_in_background: true }),
      "It is running.",
    ])
    .on("Start a command and wait", [tool("Bash", { command: "echo started; sleep 60" }), "Never said."])
    .on("Ask for the limits", [{ text: "Nearly used up.", headers: LIMITS }])
    .on("Refuse", [REFUSAL, REFUSAL, REFUSAL, REFUSAL])
    .on(/SUGGESTION MODE/, ["run the tests"])
    .on("Use the tools of the API", [{ blocks: SERVER_BLOCKS, text: "There." }])
    .on("Wait for somebody", [tool("mcp__waiting__wait", {}), "It is done."]);
}

const SEARCH = { url: "https://example.com", title: "An example", encrypted_content: "e", page_age: null };
const PAGE = { type: "text", media_type: "text/plain", data: "A page" };
const FETCHED = { type: "web_fetch_result", url: SEARCH.url, content: { type: "document", source: PAGE } };
const RAN = { type: "code_execution_result", stdout: "", stderr: "", return_code: 0, content: [] };

/** Blocks that only the model's API can write, and one of a kind that nobody knows. */
const SERVER_BLOCKS = [
  { type: "redacted_thinking", data: "abc" },
  { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "example" } },
  {
    type: "web_search_tool_result",
    tool_use_id: "srvtoolu_1",
    content: [{ type: "web_search_result", ...SEARCH }],
  },
  { type: "server_tool_use", id: "srvtoolu_2", name: "web_fetch", input: { url: SEARCH.url } },
  { type: "web_fetch_tool_result", tool_use_id: "srvtoolu_2", content: FETCHED as never },
  { type: "server_tool_use", id: "srvtoolu_3", name: "code_execution", input: { code: "" } },
  { type: "code_execution_tool_result", tool_use_id: "srvtoolu_3", content: RAN as never },
  {
    type: "bash_code_execution_tool_result",
    tool_use_id: "srvtoolu_3",
    content: { ...RAN, type: "bash_code_execution_result" } as never,
  },
  {
    type: "text_editor_code_execution_tool_result",
    tool_use_id: "srvtoolu_3",
    content: { type: "text_editor_code_execution_create_result", is_file_update: false } as never,
  },
  { type: "mcp_tool_use", id: "mcptoolu_1", name: "echo", server_name: "far", input: { text: "a" } },
  {
    type: "mcp_tool_result",
    tool_use_id: "mcptoolu_1",
    is_error: false,
    content: [{ type: "text", text: "a" }],
  },
  { type: "container_upload", file_id: "file_1" },
  { type: "brand_new_block", x: 1 },
];
