import type { SimulatedCli } from "./scenario.ts";

/** What happens in one turn: it reads the prompt, works, and gives back its last words and its cost. */
type Scene = (cli: SimulatedCli, prompt: string) => Promise<Played>;

/** How a scene ends. */
interface Played {
  text: string;
  costUsd: number;
  /** What it touches when it is sent back to work. */
  file?: string;
  /** What it runs then. */
  command?: string;
}

/** Which scene a prompt calls for; the last one is for all others. */
const SCENES: readonly (readonly [RegExp, Scene])[] = [
  [/^(hello|hi|good morning)\b/i, greet],
  [/^review\b/i, review],
  [/^read\b/i, read],
  [/configuration/i, summarise],
  [/failing test/i, writeTest],
  [/tests? pass/i, makePass],
  [/make it pass/i, makePass],
  [/refactor/i, refactor],
  [/tidy/i, tidy],
  [/\bsum up\b/i, sumUp],
  [/(?:)/, explain],
];

/** The answers of tools that look at the pretended project. */
const README = "# Greeter\n\nSays hello, politely. Run `deno test` before you push.";
const CONFIGURATION = '{ "tasks": { "test": "deno test" }, "fmt": { "lineWidth": 100 } }';

/**
 * The scenario that the executable stand-in plays where none is named: an agent in a small pretended
 * project, whose answers depend on the prompt alone.
 *
 * No file is touched and no program runs: what its tools give back is made up. It reads, runs the
 * tests, tries the web, edits; takes every refusal calmly and says so; and goes back to work when a
 * Stop hook sends it.
 *
 * @param cli The simulated agent.
 */
export default async function pretend(cli: SimulatedCli): Promise<void> {
  for (;;) {
    const { text: prompt } = await cli.prompt();
    const scene = SCENES.find(([pattern]) => pattern.test(prompt))?.[1] ?? explain;
    const played = await scene(cli, prompt);
    for (let round = 1; !cli.aborted; round++) {
      const { text, costUsd } = played;
      const end = await cli.end({ text, costUsd });
      if (!end.continued) break;
      played.text = await goOn(cli, played, { round, reason: end.reason ?? "" });
      played.costUsd += 0.0041;
    }
  }
}

/** Uses a tool; a refusal is commented, with its reason. */
async function attempt(
  cli: SimulatedCli,
  name: string,
  input: Record<string, unknown>,
  { result, asks = true, fails = false }: { result: string; asks?: boolean; fails?: boolean },
): Promise<boolean> {
  const { behavior, message } = await cli.tool(name, input, { result, asks, fails });
  if (behavior === "deny") {
    await cli.text(`I may not use ${name} here (${message ?? "no reason given"}), so I go on without it.`);
  }
  return behavior === "allow";
}

function look(cli: SimulatedCli, file: string, result: string): Promise<boolean> {
  return attempt(cli, "Read", { file_path: file }, { result, asks: false });
}

function edit(cli: SimulatedCli, file: string, [from, to]: readonly [string, string]): Promise<boolean> {
  const input = { file_path: file, old_string: from, new_string: to };
  return attempt(cli, "Edit", input, { result: `The file ${file} has been updated.` });
}

function runTests(cli: SimulatedCli, command: string): Promise<boolean> {
  return attempt(cli, "Bash", { command, description: "Run the tests" }, { result: "ok | 12 passed | 0 failed" });
}

function consultGuide(cli: SimulatedCli): Promise<boolean> {
  const input = { url: "https://example.com/style-guide", prompt: "What does the guide say about length?" };
  return attempt(cli, "WebFetch", input, { result: "One thought, one paragraph." });
}

async function explain(cli: SimulatedCli): ReturnType<Scene> {
  await cli.text("I read the README first, then I run the tests.");
  await look(cli, "README.md", README);
  await runTests(cli, "deno test --quiet");
  await consultGuide(cli);
  const text = "A small library that says hello, with twelve tests. Clean-up: `greet` and `greetAll` share a loop; " +
    "one function with a rest parameter would do.";
  return { text, costUsd: 0.0123 };
}

function greet(): ReturnType<Scene> {
  return Promise.resolve({ text: "Hello. What shall we work on?", costUsd: 0.0021 });
}

async function review(cli: SimulatedCli, prompt: string): ReturnType<Scene> {
  const file = prompt.replace(/^review\s*/i, "") || "README.md";
  const seen = await look(cli, file, "export function greet(name: string): string {\n  return `Hello, ${name}`;\n}");
  const text = seen ? `${file}: clear and short. One name could say more.` : `${file}: not seen, so no opinion.`;
  return { text, costUsd: 0.0058 };
}

async function read(cli: SimulatedCli, prompt: string): ReturnType<Scene> {
  const file = /[\w/-]+\.\w+/.exec(prompt)?.[0] ?? "README.md";
  await look(cli, file, "Write the test first. Keep changes small.");
  return { text: `I have read ${file} and am ready: tests first, small changes.`, costUsd: 0.0047 };
}

async function summarise(cli: SimulatedCli): ReturnType<Scene> {
  await look(cli, "deno.json", CONFIGURATION);
  await look(cli, ".env", "GREETING=hello");
  return { text: "One task runs the tests, and lines may be 100 characters long.", costUsd: 0.0036 };
}

async function writeTest(cli: SimulatedCli): ReturnType<Scene> {
  await cli.text("I write a test for a greeting without a name.");
  await edit(cli, "tests/greet_test.ts", ["// more", 'Deno.test("greets everybody", …)']);
  return { text: "The test is written, and fails as it should.", costUsd: 0.0089 };
}

async function makePass(cli: SimulatedCli, prompt: string): ReturnType<Scene> {
  const command = /make it pass/i.test(prompt) ? "deno test --quiet" : "make test";
  await look(cli, "src/greet.ts", "export function greet(name: string) { return `Hello, ${name}`; }");
  await edit(cli, "src/greet.ts", ["name: string", 'name = "everybody"']);
  await runTests(cli, command);
  return { text: "A default value was missing. The tests pass now.", costUsd: 0.0105, command };
}

async function refactor(cli: SimulatedCli): ReturnType<Scene> {
  await edit(cli, "src/greet.ts", ["greetAll", "greet"]);
  await runTests(cli, "deno test --quiet");
  return { text: "The two functions are one now, and everything is still green.", costUsd: 0.0097 };
}

async function tidy(cli: SimulatedCli): ReturnType<Scene> {
  await cli.text("I read the README, and see what a style guide says.");
  await look(cli, "README.md", README);
  await consultGuide(cli);
  await edit(cli, "README.md", ["politely. Run", "politely.\n\nRun"]);
  return { text: "The README has two paragraphs now.", costUsd: 0.0123, file: "README.md" };
}

function sumUp(): ReturnType<Scene> {
  const text = "I read the README, gave it a second paragraph and ran the tests. Nothing was fetched from the web.";
  return Promise.resolve({ text, costUsd: 0.0034 });
}

/** Sent back to work: runs the tests where the reason says no more than that, and edits something first otherwise. */
async function goOn(
  cli: SimulatedCli,
  { file = "src/greet.ts", command = "deno test --quiet" }: Played,
  { round, reason }: { round: number; reason: string },
): Promise<string> {
  await cli.text(`Back to work: ${reason}.`);
  if (/\brun the tests\b/i.test(reason)) {
    return await runTests(cli, command) ? "I have run the tests: all twelve pass." : "I could not run the tests.";
  }
  await edit(cli, file, ["Hello", round % 2 === 1 ? "Good morning" : "Hello"]);
  await runTests(cli, command);
  return `I have changed ${file} and run the tests once more (round ${round}).`;
}
