import { buildProducer } from "./build_producer.ts";
import { mustRun, outputOf } from "./command.ts";
import { fetchSdk, SDK_VERSION } from "./fetch_sdk.ts";
import { findNode } from "./find_node.ts";
import { readMachine } from "./machine.ts";
import type { Setup } from "../types.ts";

/** Puts everything in place that the rows need: what is fetched or built lies in `.cache/bench/`. */
export async function prepare(root: string, twin: boolean): Promise<Setup> {
  const folder = `${root}.cache/bench/`;
  await Deno.mkdir(folder, { recursive: true });
  const deno = Deno.execPath();
  const node = await findNode(folder);
  const sdk = await fetchSdk(folder);
  const producer = await buildProducer(root, folder, twin);
  await mustRun(deno, ["cache", "--config", `${root}deno.json`, `${root}tests/bench/consumers/turnstream_events.ts`]);
  return {
    producer: producer.program,
    producerKind: producer.kind,
    node,
    deno,
    root,
    sdkFolder: sdk.folder,
    sdkEntry: sdk.entry,
    canPin: await outputOf("taskset", ["-c", "0", "true"]) !== undefined,
    versions: {
      turnstream: JSON.parse(await Deno.readTextFile(`${root}deno.json`)).version,
      deno: Deno.version.deno,
      node: (await outputOf(node, ["--version"]))?.slice(1) ?? "unknown",
      sdk: SDK_VERSION,
      ...await resolvedVersions(root, ["rxjs", "zod"]),
    },
    machine: await readMachine(),
  };
}

/** The versions that `deno.lock` holds fast. */
async function resolvedVersions(root: string, names: string[]): Promise<Record<string, string>> {
  const { specifiers = {} } = JSON.parse(await Deno.readTextFile(`${root}deno.lock`)) as {
    specifiers?: Record<string, string>;
  };
  return Object.fromEntries(names.map((name) => {
    const found = Object.entries(specifiers).find(([specifier]) => specifier.startsWith(`npm:${name}@`));
    return [name, found?.[1] ?? "unknown"];
  }));
}
