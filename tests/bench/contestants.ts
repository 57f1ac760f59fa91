import type { Contestant, Setup } from "./types.ts";

/** A script that runs on Deno, with this repository's `deno.json`. */
export function onDeno(name: string, file: string, ...args: string[]): Contestant {
  return {
    name,
    command: (setup) => ({
      program: setup.deno,
      args: ["run", "-A", "--config", `${setup.root}deno.json`, pathOf(setup, file), ...args],
    }),
  };
}

/** A script that runs on Node. */
export function onNode(name: string, file: string, ...args: string[]): Contestant {
  return { name, command: (setup) => ({ program: setup.node, args: [pathOf(setup, file), ...args] }) };
}

/** A script for Node that uses the official SDK, on Deno: with the SDK's own `deno.json`, from the same `node_modules`. */
export function sdkOnDeno(name: string, file: string, ...args: string[]): Contestant {
  return {
    name,
    command: (setup) => ({
      program: setup.deno,
      args: ["run", "-A", "--config", `${setup.sdkFolder}deno.json`, pathOf(setup, file), ...args],
    }),
  };
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
/** What a person writes by hand, without permissions: lines and `JSON.parse`. */
export const readlineOnNode: Contestant = onNode("readline on Node", "consumers/readline_events.mjs");
/** Decoding, splitting and parsing of the same bytes in memory. */
export const limit: Contestant = onDeno("limit", "consumers/limit_events.ts");

function pathOf(setup: Setup, file: string): string {
  return `${setup.root}tests/bench/${file}`;
}
