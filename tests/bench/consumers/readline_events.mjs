/** Reads all that a run says, and allows what it asks, by hand. */
import { runAgent } from "./readline_agent.mjs";
import { Tally } from "./tally.mjs";

const tally = new Tally();
if (!await runAgent(tally)) throw new Error("The turn did not succeed");
tally.print();
