import { withoutRejections } from "../../support/no_rejections.ts";
import {
  type ClaudeVersion,
  eachVersion,
  type ModelServer,
  runScript,
  type Sandbox,
  sandbox,
  type ScriptOutcome,
  startModelServer,
  toolResults,
} from "../../support/mod.ts";

/** What an example plays with. */
export interface Stage {
  /** The version of `claude`. */
  version: ClaudeVersion;
  /** The model. */
  server: ModelServer;
  /** The place, whose project the example works on. */
  box: Sandbox;
  /** Runs the example with the permissions of its own first line, without a terminal. */
  run(args?: string[]): Promise<ScriptOutcome>;
  /** Puts a shell script on `PATH`. */
  program(name: string, body: string): Promise<void>;
  /** What the model was told of its tool calls in the conversation that it answered last. */
  told(): { text: string; isError: boolean }[];
}

/** Registers a test of an example for each version; at its end nothing may run any more. */
export function example(
  name: string,
  test: { does: string; files?: Record<string, string>; play: (stage: Stage) => Promise<void> },
): void {
  const path = decodeURIComponent(new URL(`../../../examples/${name}`, import.meta.url).pathname);
  eachVersion(`examples/${name} ${test.does}`, (version) =>
    withoutRejections(async () => {
      await using server = startModelServer();
      await using box = await sandbox({ version, server, files: test.files ?? {} });
      await test.play({
        version,
        server,
        box,
        run: (args = []) => runScript(box, path, { args }),
        program: (program, body) =>
          Deno.writeTextFile(`${box.bin}/${program}`, `#!/bin/sh\n${body}\n`, { mode: 0o755 }),
        told: () => toolResults(server.requests.at(-1)!.body),
      });
      await box.noLeftovers();
    }));
}

/** What standard error says where a gate holds and the project's settings are read. */
export const GATE_WARNING = /^turnstream: The settings of the project's directory are read, [^\n]*\n$/;
