/** The late part: what an agent needs once its process runs, and not to start it. */
export type Late = typeof import("./late.ts");

/** Where the late part comes from; passed in, so that tests decide when it comes. */
export interface LateSource {
  /** The late part, once it is loaded: from then on everything is as if there were none. */
  readonly loaded: Late | undefined;
  /** Loads it. */
  load(): Promise<Late>;
}

/** One for all who wait: an `import()` for each of 100 agents made them take 1.5 times as long. */
let loading: Promise<Late> | undefined;
let loaded: Late | undefined;

/**
 * Loads the late part once for all agents. zod and 77 of our files are in it: without them a script's first line is
 * written an eighth sooner (17 of 137 ms), and a real CLI takes longer to start than they take to load. Where it cannot be
 * loaded, no later agent of the script can load it either: Deno remembers a failed import itself.
 */
export const latePart: LateSource = {
  get loaded(): Late | undefined {
    return loaded;
  },
  async load(): Promise<Late> {
    loading ??= import("./late.ts");
    return loaded ??= await loading;
  },
};
