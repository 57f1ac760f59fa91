import type { Misbehaviour } from "../../lib/testing/misbehaviour.ts";
import type { Random } from "./random.ts";

/** One thing that the simulated agent does. */
export type Deed =
  | { readonly kind: "text" | "noise" | "unknown" | "malformed" | "strange_request" | "subagent" }
  | { readonly kind: "tool"; readonly command: string }
  | { readonly kind: "cancelled_request"; readonly command: string }
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "crash" };

/** How the script answers. */
export type Temper = "allow" | "deny" | "throw" | "reject" | "nothing" | "wrong" | "late" | "never";

/** A run, with everything that goes wrong in it. */
export interface Plan {
  readonly seed: number;
  readonly version: "2.1.332" | "2.1.197";
  readonly misbehave: Misbehaviour;
  readonly turns: readonly (readonly Deed[])[];
  readonly permission: Temper;
  /** How a PreToolUse hook answers; none where absent. */
  readonly hook: Temper | "rewrite" | undefined;
  /** After how many events the script leaves. @default never */
  readonly leavesAfter: number | undefined;
}

const TEMPERS = ["allow", "allow", "deny", "throw", "reject", "nothing", "wrong", "late", "never"] as const;
const COMMANDS = ["job one", "job two", "forbidden push", "echo harmless && forbidden push"] as const;

/** Makes up a run. */
export function makePlan(seed: number, random: Random): Plan {
  return {
    seed,
    version: random.pick(["2.1.332", "2.1.197"]),
    misbehave: makeMisbehaviour(random),
    turns: Array.from({ length: random.whole(1, 3) }, () => makeTurn(random)),
    permission: random.pick(TEMPERS),
    hook: random.chance(0.4) ? random.pick([...TEMPERS, "rewrite", "rewrite"]) : undefined,
    leavesAfter: random.chance(0.15) ? random.whole(1, 12) : undefined,
  };
}

function makeMisbehaviour(random: Random): Misbehaviour {
  return {
    ...(random.chance(0.5) ? { splitBytes: random.whole(1, 40) } : {}),
    ...(random.chance(0.2) ? { noise: "Warning: not a frame" } : {}),
    ...(random.chance(0.1) ? { stderrBytes: random.whole(1, 200_000) } : {}),
    ...(random.chance(0.1) ? { hugeLineBytes: random.whole(1, 300_000) } : {}),
    ...(random.chance(0.1) ? { silentAfter: random.whole(0, 20) } : {}),
    ...(random.chance(0.2) ? { lateMs: random.whole(1, 3) } : {}),
    ...(random.chance(0.2) ? { doubles: [random.pick(["answers", "requests"] as const)] } : {}),
    ...(random.chance(0.2) ? { ignore: [random.pick(["EOF", "SIGINT"] as const)] } : {}),
    ...(random.chance(0.1) ? { exitCode: random.whole(0, 3) } : {}),
    ...(random.chance(0.15) ? { truncateAfter: random.whole(1, 9_000) } : {}),
  };
}

function makeTurn(random: Random): Deed[] {
  return Array.from({ length: random.whole(0, 6) }, (): Deed => {
    const kind = random.pick(
      ["text", "text", "tool", "tool", "tool", "noise", "unknown", "malformed", "strange_request", "subagent"] as const,
    );
    const command = random.pick(COMMANDS);
    if (random.chance(0.02)) return { kind: "exit", code: random.whole(0, 2) };
    if (random.chance(0.02)) return { kind: "crash" };
    if (random.chance(0.08)) return { kind: "cancelled_request", command };
    return kind === "tool" ? { kind, command } : { kind };
  });
}
