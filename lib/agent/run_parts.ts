import type { Clock } from "../process/mod.ts";
import type { FullLimits } from "./check_limits.ts";
import type { LateSource } from "./load_late.ts";
import type { PromptSource } from "./prompts.ts";

/** What a run needs besides its options. */
export interface RunParts {
  /** Where prompts come from. */
  prompts: PromptSource;
  /** The limits of the options, which have been checked. */
  limits: FullLimits;
  /** Where deadlines come from. */
  clock: Clock;
  /** Where what reads and answers comes from. @default it is loaded when the first process has been started */
  late?: LateSource;
  /** What must have gone before the process starts. */
  after?: Promise<unknown>;
  /** Called when the run is over, before its subscribers are told. */
  onOver?: () => void;
}
