import type { ClaudeOptions } from "../../../mod.ts";
import { withoutRejections } from "../../support/no_rejections.ts";
import {
  type ClaudeVersion,
  eachVersion,
  type ModelServer,
  type Reply,
  type Sandbox,
  sandbox,
} from "../../support/mod.ts";
import { startModelServer, tool } from "../../support/mod.ts";

const TOO_LONG_MS = 90_000;

/** What a test plays with. */
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
export function limited(name: string, play: (stage: Stage) => Promise<void>): void {
  eachVersion(name, (version) =>
    withoutRejections(async () => {
      await using server = startModelServer();
      await using box = await sandbox({ version, server });
      await inTime(play({ version, server, box, options: { ...box.options, settingSources: ["user"] } }));
      await box.noLeftovers();
    }));
}

async function inTime(playing: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`The test did not end within ${TOO_LONG_MS} ms`)), TOO_LONG_MS);
  try {
    await Promise.race([playing, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** An answer that costs 1.4 cents on the newer version and 1.75 cents on the older one. */
export function dear(reply: Reply): Reply {
  return { ...reply, usage: { input_tokens: 1000, output_tokens: 500 } };
}

/** A tool that says when it runs, runs until somebody ends it, and leaves a trace where it was not ended. */
export const ENDLESS: Reply = tool("Bash", {
  command: "touch started; tail -f /dev/null; touch after",
  description: "Wait for ever",
});
