import { assertEquals } from "@std/assert";
import { firstValueFrom, toArray } from "rxjs";
import { claude, type ClaudeOptions, type Diagnostic } from "../../mod.ts";
import { simulate } from "../../lib/testing/mod.ts";
import { standInBin } from "../support/stand_in_bin.ts";

/** Every option that writes a flag, and those that initialize carries. */
const ALL: ClaudeOptions = {
  model: "opus",
  fallbackModel: ["sonnet", "haiku"],
  effort: "low",
  thinking: { type: "enabled", budgetTokens: 5_000, display: "omitted" },
  taskBudget: 20_000,
  betas: ["context-1m-2025-08-07"],
  agent: "reviewer",
  permissionMode: "acceptEdits",
  allowedTools: ["Read"],
  disallowedTools: ["WebFetch"],
  tools: ["Read", "Bash"],
  mcpServers: { one: { command: "cat" } },
  strictMcpConfig: true,
  settingSources: ["user"],
  outputStyle: "Explanatory",
  resume: "7f0c1c1e-9d2b-4c3e-8a55-2f1d3c4b5a69",
  resumeSessionAt: "0f0c1c1e-9d2b-4c3e-8a55-2f1d3c4b5a69",
  forkSession: true,
  sessionId: "6f0c1c1e-9d2b-4c3e-8a55-2f1d3c4b5a69",
  persistSession: false,
  maxTurns: 3,
  maxBudgetUsd: 1,
  addDirs: ["/a"],
  includePartialMessages: true,
  includeHookEvents: true,
  forwardSubagentText: true,
  debug: ["hooks"],
  debugFile: "/no/such/file",
  jsonSchema: { type: "object" },
  agents: { other: { description: "Helps", prompt: "Help" } },
  skills: ["one"],
  title: "A title",
  planModeInstructions: "Look",
  promptSuggestions: true,
  enableFileCheckpointing: true,
  validate: "all",
};

async function run(options: ClaudeOptions): Promise<{ init: unknown[]; notes: string[]; outcomes: string[] }> {
  const notes: Diagnostic[] = [];
  const all = { ...ALL, ...options, onDiagnostic: (note: Diagnostic) => void notes.push(note) };
  const events = await firstValueFrom(claude("Hello", all).pipe(toArray()));
  return {
    init: events.flatMap((event) =>
      event.type === "system" && event.subtype === "init"
        ? [[event.output_style, event.tools?.includes("StructuredOutput")]]
        : []
    ),
    notes: notes.map(({ message }) => message),
    outcomes: events.flatMap((event) => event.type === "turn_end" ? [event.turn.outcome] : []),
  };
}

Deno.test("simulate() takes every launch option, and is told of the agent, the style and the schema", async () => {
  const transport = simulate(async (cli) => {
    await cli.prompt();
    await cli.end({ text: "done" });
  });
  assertEquals(await run({ transport }), { init: [["Explanatory", true]], notes: [], outcomes: ["success"] });
});

Deno.test("stand_in takes every flag that launch options write", async () => {
  await using bin = await standInBin();
  assertEquals(await run({ program: bin.program }), {
    init: [["Explanatory", true]],
    notes: [],
    outcomes: ["success"],
  });
});
