import type { Reply } from "../../support/mod.ts";

/** An answer that costs 1.4 cents on the newer version and 1.75 cents on the older one. */
export function dear(reply: Reply): Reply {
  return { ...reply, usage: { input_tokens: 1000, output_tokens: 500 } };
}
