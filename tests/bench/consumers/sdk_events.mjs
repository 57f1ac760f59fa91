/** Reads all that a run says, and allows what it asks, by the official SDK. */
import { ask } from "./sdk_query.mjs";
import { Tally } from "./tally.mjs";

const tally = new Tally();
let succeeded = false;
for await (const message of ask()) {
  tally.take(message);
  if (message.type === "result") succeeded = message.subtype === "success";
}
if (!succeeded) throw new Error("The turn did not succeed");
tally.print();
