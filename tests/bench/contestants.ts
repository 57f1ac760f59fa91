import type { Command, Contestant, Setup } from "./types.ts";

/** A script that runs on Deno, with this repository's `deno.json`. */
export function onDeno(name: string, file: string, ...args: string[]): Contestant {
  return { name, command: (setup) => denoRun(setup, setup.root, [file, ...args]) };
}

/** A script that runs on Node. */
export function onNode(name: string, file: string, ...args: string[]): Contestant {
  return { name, command: (setup) => ({ program: setup.node, args: [pathOf(setup, file), ...args] }) };
}

/** A script for Node that uses the official SDK, on Deno: with the SDK's own `deno.json`, from the same `node_modules`. */
export function sdkOnDeno(name: string, file: string, ...args: string[]): Contestant {
  return { name, command: (setup) => denoRun(setup, setup.sdkFolder, [file, ...args]) };
}

/** Reads events with a policy and turn boundaries, by the package's public API. */
export const turnstream: Contestant = onDeno("Turnstream", "consumers/turnstream_events.ts");
/** The same, with every message checked by its schema. */
export const turnstreamValidating: Contestant = onDeno(
  "Turnstream, validating",
  "consumers/turnstream_events.ts",
  "--validate-all",
);
/** The official SDK's `query()`, where it is at home. */
export const sdkOnNode: Contestant = onNode("SDK on Node", "consumers/sdk_events.mjs");
/** The same script on Deno. */
export const sdkOnDenoEvents: Contestant = sdkOnDeno("SDK on Deno", "consumers/sdk_events.mjs");
/** What a person writes by hand: lines and `JSON.parse`, nothing checked, everything allowed. */
export const readlineOnNode: Contestant = onNode("readline on Node", "consumers/readline_events.mjs");
/** Decoding, splitting and parsing of the same bytes in memory. */
export const limit: Contestant = onDeno("limit", "consumers/limit_events.ts");

function denoRun(setup: Setup, configFolder: string, [file = "", ...args]: readonly string[]): Command {
  return {
    program: setup.deno,
    args: ["run", "-A", "--config", `${configFolder}deno.json`, pathOf(setup, file), ...args],
  };
}

function pathOf({ root }: Setup, file: string): string {
  return `${root}tests/bench/${file}`;
}
