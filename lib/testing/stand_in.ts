#!/usr/bin/env -S deno run -A
/**
 * An executable that can stand in the place of `claude`: it takes the real flags, speaks the protocol
 * on its standard streams, and plays a scenario. It starts no program and touches no file.
 *
 * - `TURNSTREAM_SCENARIO`: a path or an address of a module whose default export is the scenario; the
 *   embedded one where it is absent.
 * - `TURNSTREAM_VERSION`: `2.1.197` imitates the older CLI.
 *
 * @example As the program of a script
 * ```ts ignore
 * import { claude, texts } from "@turnstream/turnstream";
 *
 * const program = ["deno", "run", "-A", "lib/testing/stand_in.ts"];
 * await claude("hello", { program }).pipe(texts()).forEach((text) => console.log(text));
 * ```
 *
 * @module
 */
import pretend from "./default_scenario.ts";
import { refusal } from "./_check_launch.ts";
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
  if (why !== undefined) {
    console.error(why);
    Deno.exit(1);
  }
  const transport = simulate(await chosenScenario(), { version, seed: Deno.pid })({
    program: ["claude"],
    args: [...Deno.args],
    env: Deno.env.toObject(),
    cwd: Deno.cwd(),
    clearEnv: true,
  });
  listen(transport);
  feed(transport, Deno.stdin.readable);
  const written = [transport.output.pipeTo(drain(Deno.stdout)), transport.stderr.pipeTo(drain(Deno.stderr))];
  const { code, signal } = await transport.exited;
  await Promise.all(written);
  if (signal !== null) Deno.kill(Deno.pid, signal as Deno.Signal);
  Deno.exit(code ?? 1);
}

async function chosenScenario(): Promise<Scenario> {
  const chosen = Deno.env.get("TURNSTREAM_SCENARIO");
  if (chosen === undefined || chosen === "") return pretend;
  const address = URL.canParse(chosen) ? chosen : new URL(chosen, `file://${Deno.cwd()}/`).href;
  try {
    const { default: scenario } = await import(address);
    if (typeof scenario === "function") return scenario;
    console.error(`Cannot play the scenario "${chosen}": its default export is no function`);
  } catch (error) {
    console.error(`Cannot load the scenario "${chosen}": ${error instanceof Error ? error.message : error}`);
  }
  Deno.exit(1);
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
