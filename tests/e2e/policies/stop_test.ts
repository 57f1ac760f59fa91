import { assertEquals } from "@std/assert";
import { keepGoing, onHook } from "../../../mod.ts";
import { policyTest } from "./_scene.ts";

policyTest('onHook("Stop") sends the agent back to work, and the model reads why', async (scene) => {
  scene.server.on("Do it", ["It is done.", "Now it is."]);
  const active: boolean[] = [];
  const run = await scene.run("Do it", {
    policy: onHook("Stop", (input) => {
      active.push(input.stop_hook_active);
      return input.stop_hook_active ? undefined : keepGoing("The tests still fail");
    }),
  });
  assertEquals(active, [false, true]);
  assertEquals(run.turns.map(({ outcome, text }) => [outcome, text]), [["success", "Now it is."]]);
  assertEquals(run.requests.length, 2);
  assertEquals(JSON.stringify(run.requests[1]!.body.messages).includes("The tests still fail"), true);
});

policyTest("the ninth block of a Stop hook in a row is overridden, and the turn ends at a limit", async (scene) => {
  let blocks = 0;
  const run = await scene.run(["Do it", "And that"], {
    policy: onHook("Stop", () => keepGoing(`Not yet: ${++blocks}`)),
  });
  // Every turn has its own nine.
  assertEquals([blocks, run.requests.length], [18, 18]);
  assertEquals(run.turns.map(({ outcome, failed }) => [outcome, failed]), [["limit", true], ["limit", true]]);
});

policyTest("stopBlocks sets how many blocks in a row are honoured, in each turn anew", async (scene) => {
  let calls = 0;
  const run = await scene.run(["Do it", "And that"], {
    stopBlocks: 2,
    policy: onHook("Stop", () => ++calls === 6 ? undefined : keepGoing(`Not yet: ${calls}`)),
  });
  // Three blocks in the first turn, of which the third is overridden; two in the second, then it may end.
  assertEquals([calls, run.requests.length], [6, 6]);
  assertEquals(run.turns.map(({ outcome, failed }) => [outcome, failed]), [["limit", true], ["success", false]]);
});

policyTest("stopBlocks holds whatever cap the user's settings name", async (scene) => {
  let calls = 0;
  const run = await scene.run("Do it", {
    stopBlocks: 3,
    settingSources: ["user"],
    policy: onHook("Stop", () => keepGoing(`Not yet: ${++calls}`)),
  });
  assertEquals([calls, run.turns.map(({ outcome }) => outcome)], [4, ["limit"]]);
}, { userSettings: { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "1" } } });
