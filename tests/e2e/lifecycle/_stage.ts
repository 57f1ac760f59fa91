import type { ClaudeOptions } from "../../../mod.ts";
import { withoutRejections } from "../../support/no_rejections.ts";
import { type ClaudeVersion, eachVersion, type ModelServer, type Sandbox, sandbox } from "../../support/mod.ts";
import { startModelServer, tool } from "../../support/mod.ts";

const TOO_LONG_MS = 90_000;

/** What a test plays with: a model that follows scripts, and a place in which the real `claude` runs. */
export interface Stage {
  /** The version of `claude`. */
  version: ClaudeVersion;
  /** The model. */
  server: ModelServer;
  /** The place. */
  box: Sandbox;
  /** The options that start an agent in there, with nothing of the project's own settings. */
  options: ClaudeOptions;
}

/** Registers a test for each version; at its end nothing may run in the sandbox, and no promise may be left rejected. */
export function onStage(name: string, play: (stage: Stage) => Promise<void>): void {
  eachVersion(name, (version) =>
    withoutRejections(async () => {
      await using server = startModelServer();
      await using box = await sandbox({ version, server });
      const playing = play({ version, server, box, options: { ...box.options, settingSources: ["user"] } });
      await inTime(playing);
      await box.noLeftovers();
    }));
}

/** Fails when a test does not end: a run that hangs is a finding, and must not hold up the others. */
async function inTime(playing: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`The test did not end within ${TOO_LONG_MS} ms`)), TOO_LONG_MS);
  try {
    await Promise.race([playing, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A tool that says when it runs, runs until somebody ends it, and leaves a trace where it was not ended. */
export const ENDLESS = tool("Bash", {
  command: "touch started; tail -f /dev/null; touch after",
  description: "Wait for ever",
});

/** A tool about which the CLI asks, and which leaves a trace. */
export const TRACE = tool("Bash", { command: "touch ran", description: "Leave a trace" });

/** A call that starts a subagent in the background. */
export function background(prompt: string): ReturnType<typeof tool> {
  return tool("Agent", { description: "Help", prompt, subagent_type: "general-purpose", run_in_background: true });
}

/** Resolves when a file is there. */
export async function appeared(box: Sandbox, path: string): Promise<void> {
  while (await box.read(path) === undefined) await new Promise((resolve) => setTimeout(resolve, 10));
}
