/**
 * Takes a hundred events a second out of a flood, by the official SDK. It asks nothing itself: the SDK has read everything
 * long before the loop has, closes the agent at the result, and fails what is asked afterwards.
 */
import { ask } from "./sdk_query.mjs";
import { SlowWatch } from "./slow_watch.mjs";

const watch = new SlowWatch();
for await (const message of ask()) {
  await watch.take(message);
  if (watch.done) break;
}
watch.print();
