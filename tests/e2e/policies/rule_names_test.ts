import { assert, assertEquals, assertMatch } from "@std/assert";
import { pipe, tap } from "rxjs";
import { allowTools, denyTools } from "../../../mod.ts";
import { matchesAllow, matchesDeny, parseRule, toolFacts } from "../../../lib/protocol/mod.ts";
import { type Sandbox, tool } from "../../support/mod.ts";
import { type Played, policyTest, type Scene } from "./_scene.ts";

/** Every file tool that a version offers, with what makes it work on a file. */
const FILE_TOOLS: Readonly<Record<string, (file_path: string) => Record<string, unknown>>> = {
  Read: (file_path) => ({ file_path }),
  Write: (file_path) => ({ file_path, content: "written" }),
  Edit: (file_path) => ({ file_path, old_string: "KEY", new_string: "edited" }),
  NotebookEdit: (notebook_path) => ({ notebook_path, new_source: "edited", cell_id: "one", edit_mode: "replace" }),
};
const NOTEBOOK = JSON.stringify({
  cells: [{ cell_type: "code", id: "one", source: "KEY", metadata: {}, outputs: [], execution_count: null }],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
});
const FILES = { "secret.ipynb": NOTEBOOK, ".env": "KEY=hunter2" };

policyTest("TOOLS knows every tool that the CLI names, and which of them take files and commands", async (scene) => {
  scene.server.on("Hello", ["Hello."]);
  let tools: readonly string[] = [];
  await scene.run("Hello", {
    policy: tap((event) => {
      if (event.type === "system" && event.subtype === "init") tools = event.tools as readonly string[];
    }),
  });
  assert(tools.length > 20, tools.join(" "));
  assertEquals(tools.filter((name) => toolFacts(name) === undefined), []);
  const files = tools.filter((name) => toolFacts(name)?.edits || toolFacts(name)?.reads);
  assertEquals([...files].sort(), Object.keys(FILE_TOOLS).sort());
  const shells = tools.filter((name) => toolFacts(name)?.shell);
  assertEquals(shells, scene.version === "2.1.332" ? ["Bash", "Monitor"] : ["Bash"]);
});

/** How a call ended that was tried: by a rule, here or at the CLI's own door, or by a check that comes before all rules. */
const BY_A_RULE = /The rule |denied by|that is denied|has been denied|deny rule|No such tool/;

for (const rule of ["Edit(.env)", "Write(.env)", "NotebookEdit(.env)"]) {
  policyTest(`denyTools("${rule}") stops every tool that could write that file`, async (scene) => {
    const { refused, told } = await tryEach(scene, { ".env": ["Read", "Write", "Edit", "NotebookEdit"] }, rule);
    assertEquals(refused, ["Write .env", "Edit .env"]);
    // Before any rule the CLI sees that it is no notebook.
    assertMatch(told("NotebookEdit .env"), /must be a Jupyter notebook/);
    assertEquals(await scene.box.read(".env"), FILES[".env"]);
  }, { files: FILES });
}

policyTest('denyTools("Read(.env)") stops every file tool that could read that file', async (scene) => {
  const { refused } = await tryEach(scene, { ".env": ["Read", "Write", "Edit"] }, "Read(.env)");
  assertEquals(refused, ["Read .env", "Write .env", "Edit .env"]);
  assertEquals(await scene.box.read(".env"), FILES[".env"]);
  assert(!JSON.stringify(scene.server.requests).includes("hunter2"));
}, { files: FILES });

for (const rule of ["Edit", "Edit(*.ipynb)", "NotebookEdit(secret.ipynb)"]) {
  policyTest(`denyTools("${rule}") stops every tool that writes notebooks`, async (scene) => {
    const tried = { "secret.ipynb": ["Read", "Write", "Edit", "NotebookEdit"] };
    const { refused, told } = await tryEach(scene, tried, rule);
    // 2.1.332 and 2.1.197 send an Edit of a notebook to NotebookEdit, before any rule.
    const edit = BY_A_RULE.test(told("Edit secret.ipynb")) ? ["Edit secret.ipynb"] : [];
    if (edit.length === 0) assertMatch(told("Edit secret.ipynb"), /NotebookEdit/);
    assertEquals(refused, ["Write secret.ipynb", ...edit, "NotebookEdit secret.ipynb"]);
    assertEquals(await scene.box.read("secret.ipynb"), NOTEBOOK);
  }, { files: FILES });
}

/** Tries tools on files under a gate, in a mode in which the CLI asks about none of them. */
async function tryEach({ box, server, run }: Scene, tried: Record<string, string[]>, rule: string) {
  const calls = Object.entries(tried).flatMap(([file, tools]) => tools.map((name) => ({ name, file })));
  server.on("Try", [...calls.map(({ name, file }) => tool(name, FILE_TOOLS[name]!(box.file(file)))), "Tried."]);
  const played = await run("Try", { permissionMode: "acceptEdits", policy: pipe(denyTools(rule), allowTools("*")) });
  const results = resultsOf(played);
  const told = new Map(calls.map(({ name, file }, index) => [`${name} ${file}`, results[index] ?? ""]));
  return {
    refused: [...told].filter(([, text]) => BY_A_RULE.test(text)).map(([call]) => call),
    told: (call: string) => told.get(call) ?? "",
  };
}

interface Covered {
  rule: string;
  denies: readonly string[];
  allows: readonly string[];
}

/** What the CLI makes of rules of its own, for files outside of the project, about which it asks otherwise. */
function coveredBy(version: Scene["version"]): Covered[] {
  const edits = ["Edit", "Write", "NotebookEdit"];
  return [
    { rule: "Edit(PLACE)", denies: edits, allows: ["Read", ...edits] },
    // NotebookEdit is refused too: what was not read cannot be edited.
    { rule: "Read(PLACE)", denies: version === "2.1.332" ? ["Read", "Edit", "Write"] : ["Read"], allows: ["Read"] },
    { rule: "Edit", denies: ["Edit"], allows: ["Edit"] },
    { rule: "Read", denies: ["Read"], allows: ["Read"] },
    { rule: "Write", denies: ["Write"], allows: ["Write"] },
    { rule: "NotebookEdit", denies: ["NotebookEdit"], allows: ["NotebookEdit"] },
    // Paths are compared with rules for Edit and Read alone: here such a rule is one about all editing, or about reading.
    { rule: "Write(PLACE)", denies: [], allows: [] },
    { rule: "NotebookEdit(PLACE)", denies: [], allows: [] },
  ];
}

policyTest("what a rule covers here is what the CLI's own rule covers, or on the safe side of it", async (scene) => {
  const { box } = scene;
  await Deno.mkdir(`${box.home}/outside`);
  const found = [];
  for (const { rule: pattern } of coveredBy(scene.version)) {
    const rule = pattern.replace("PLACE", `/${box.home}/outside/**`);
    const denies = await byTheCli(scene, { disallowedTools: [rule] }, `Deny ${rule}`);
    const allows = await byTheCli(scene, { allowedTools: [rule] }, `Allow ${rule}`);
    found.push({ rule: pattern, denies, allows });
    const parsed = parseRule(rule);
    const call = (name: string) => ({ toolName: name, input: FILE_TOOLS[name]!(fileFor(box, name)), cwd: box.project });
    const ours = Object.keys(FILE_TOOLS).filter((name) => matchesDeny(parsed, call(name)) !== undefined);
    assertEquals([rule, denies.filter((name) => !ours.includes(name))], [rule, []]);
    const oursAllow = Object.keys(FILE_TOOLS).filter((name) => matchesAllow(parsed, call(name)));
    // A rule for one editing tool with a path allows that tool here, and nothing in the CLI.
    const own = pattern.endsWith("(PLACE)") ? [parsed.name] : [];
    assertEquals([rule, oursAllow.filter((name) => ![...allows, ...own].includes(name))], [rule, []]);
  }
  assertEquals(found, coveredBy(scene.version));
});

/** Which tools the CLI refuses, or does not ask about, because of options. */
async function byTheCli(
  { box, server, run }: Scene,
  options: { allowedTools?: string[]; disallowedTools?: string[] },
  name: string,
): Promise<string[]> {
  const order = ["Read", "Edit", "Write", "NotebookEdit"];
  await Deno.writeTextFile(fileFor(box, "Edit"), "KEY");
  await Deno.writeTextFile(fileFor(box, "NotebookEdit"), NOTEBOOK);
  const calls = order.map((each) => tool(each, FILE_TOOLS[each]!(fileFor(box, each))));
  // Both files are read first, as the CLI wants it of whoever edits them.
  const reading = tool("Read", { file_path: fileFor(box, "NotebookEdit") });
  server.on(name, [calls[0]!, reading, ...calls.slice(1), "Tried."]);
  const played = await run(name, { ...options, policy: allowTools("Read") });
  const asked = new Set(played.asked.map(({ toolName }) => toolName));
  const results = resultsOf(played);
  const result = (index: number) => results[index === 0 ? 0 : index + 1] ?? "";
  return order.filter((each, index) =>
    options.allowedTools === undefined ? BY_A_RULE.test(result(index)) : !asked.has(each)
  );
}

function fileFor(box: Sandbox, name: string): string {
  return `${box.home}/outside/${name === "NotebookEdit" ? "a.ipynb" : "a.txt"}`;
}

function resultsOf({ requests }: Played): string[] {
  return requests.at(-1)!.body.messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.filter(({ type }) => type === "tool_result")
  ).map((result) => JSON.stringify(result));
}
