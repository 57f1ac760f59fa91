#!/usr/bin/env -S deno run -A
/**
 * An executable that can stand in the place of `claude`: it takes the real flags, speaks the protocol
 * on its standard streams, and plays a scenario. It touches no file, and starts no program but where it is told to leave
 * one behind.
 *
 * - `TURNSTREAM_SCENARIO`: a path or an address of a module whose default export is the scenario; the
 *   embedded one where it is absent.
 * - `TURNSTREAM_VERSION`: `2.1.197` imitates the older CLI.
 * - `TURNSTREAM_MISBEHAVE`: how it makes its host's life hard, as JSON: the fields of `Misbehaviour`, such as
 *   `{"splitBytes":1,"noise":"Warning: old Node","ignore":["SIGTERM"]}`. A scenario's module can export the same under
 *   the name `misbehave`; the variable goes before it.
 *
 * It is the option `program` of a script, as `["deno", "run", "-A", "jsr:@turnstream/turnstream@^0.1/testing/stand-in"]`.
 * A script or a test that imports Turnstream by name asks `import.meta.resolve` for the address, and so gets the version
 * that it imports. Where no process is wanted, `simulate` of `./testing` plays the same scenarios in memory.
 *
 * @example A scenario of three lines, played by a real process
 * ```ts
 * import { claude, texts } from "@turnstream/turnstream";
 * import { assertEquals } from "@std/assert";
 *
 * const scenario = await Deno.makeTempFile({ suffix: ".ts" });
 * await Deno.writeTextFile(scenario, `export default async (cli) => {
 *   await cli.prompt("hello");
 *   await cli.end({ text: "Good morning" });
 * }`);
 *
 * const standIn = import.meta.resolve("@turnstream/turnstream/testing/stand-in");
 * const program = [Deno.execPath(), "run", "-A", standIn];
 * const env = { TURNSTREAM_SCENARIO: scenario, TURNSTREAM_VERSION: "2.1.197" };
 * const said: string[] = [];
 * await claude("hello", { program, env }).pipe(texts()).forEach((text) => said.push(text));
 * assertEquals(said, ["Good morning"]);
 * await Deno.remove(scenario);
 * ```
 *
 * @module
 */
import { spawn } from "node:child_process";
import pretend from "./default_scenario.ts";
import { refusal } from "./_check_launch.ts";
import { checkMisbehaviour, type Misbehaviour } from "./misbehaviour.ts";
import { simulate } from "./simulate.ts";
import type { Scenario } from "./scenario.ts";
import type { Transport } from "../process/transport.ts";

if (import.meta.main) await main();

async function main(): Promise<void> {
  const old = Deno.env.get("TURNSTREAM_VERSION") === "2.1.197";
  const version = old ? "2.1.197" : "2.1.332";
  if (Deno.args.includes("--version") || Deno.args.includes("-v")) {
    console.log(`${version} (Turnstream stand-in)`);
    return;
  }
  const why = refusal(Deno.args);
  if (why !== undefined) refuse(why);
  const { scenario, misbehave: { holdPipesMs, ...misbehave } } = await chosenScenario();
  const transport = simulate(scenario, { version, seed: Deno.pid, misbehave })({
    program: ["claude"],
    args: [...Deno.args],
    env: Deno.env.toObject(),
    cwd: Deno.cwd(),
    clearEnv: true,
  });
  leaveBehind(holdPipesMs);
  listen(transport);
  feed(transport, Deno.stdin.readable);
  // An agent that pays no attention to the end of its input has nothing else that keeps it.
  setInterval(() => {}, 60_000);
  const written = [transport.output.pipeTo(drain(Deno.stdout)), transport.stderr.pipeTo(drain(Deno.stderr))];
  const { code, signal } = await transport.exited;
  await Promise.all(written);
  if (signal !== null) Deno.kill(Deno.pid, signal as Deno.Signal);
  Deno.exit(code ?? 1);
}

async function chosenScenario(): Promise<{ scenario: Scenario; misbehave: Misbehaviour }> {
  const chosen = Deno.env.get("TURNSTREAM_SCENARIO") ?? "";
  const told = Deno.env.get("TURNSTREAM_MISBEHAVE") ?? "";
  try {
    const { default: scenario, misbehave } = chosen === "" ? { default: pretend } : await import(addressOf(chosen));
    if (typeof scenario !== "function") {
      refuse(`Cannot play the scenario "${chosen}": its default export is no function`);
    }
    return { scenario, misbehave: checkMisbehaviour(told === "" ? misbehave ?? {} : JSON.parse(told)) };
  } catch (error) {
    refuse(`Cannot load the scenario "${chosen}": ${error instanceof Error ? error.message : error}`);
  }
}

function addressOf(chosen: string): string {
  return URL.canParse(chosen) ? chosen : new URL(chosen, `file://${Deno.cwd()}/`).href;
}

function refuse(why: string): never {
  console.error(why);
  Deno.exit(1);
}

/** Starts a program that outlives the stand-in and has its pipes. */
function leaveBehind(ms: number | undefined): void {
  if (ms === undefined) return;
  const child = spawn(Deno.execPath(), ["eval", `setTimeout(() => {}, ${ms})`], {
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  child.unref();
  console.error(`left behind: ${child.pid}`);
}

/** Signals reach the simulation, which decides how the process ends. */
function listen(transport: Transport): void {
  Deno.addSignalListener("SIGINT", () => transport.signal("SIGINT"));
  if (Deno.build.os === "windows") return;
  Deno.addSignalListener("SIGTERM", () => transport.signal("SIGTERM"));
  Deno.addSignalListener("SIGHUP", () => Deno.exit(129));
}

/** Splits the input at line ends; a last line without one counts. */
async function feed(transport: Transport, input: ReadableStream<Uint8Array>): Promise<void> {
  let pieces: string[] = [];
  try {
    for await (const text of input.pipeThrough(new TextDecoderStream("utf-8", { ignoreBOM: true }))) {
      const [first = "", ...lines] = text.split("\n");
      pieces.push(first);
      for (const line of lines) {
        await transport.write(pieces.join(""));
        pieces = [line];
      }
    }
    await transport.write(pieces.join(""));
    await transport.end();
  } catch {
    // The simulation has gone, and its exit code says why.
  }
}

/** Writes all there is; when nobody reads any more, the rest is dropped and the work goes on. */
function drain(file: typeof Deno.stdout): WritableStream<Uint8Array> {
  let open = true;
  return new WritableStream({
    async write(chunk) {
      for (let rest = chunk; open && rest.length > 0;) {
        try {
          rest = rest.subarray(await file.write(rest));
        } catch {
          open = false;
        }
      }
    },
  });
}
