import { assertEquals } from "@std/assert";
import { pipe } from "rxjs";
import { denyTools, onPermission, stopRepeats } from "../../../mod.ts";
import { bash, policyTest } from "./_scene.ts";

policyTest(
  "perm-04: stopRepeats() ends the turn at the third equal request, and the next turn begins anew",
  async (scene) => {
    const push = bash("git push origin main");
    const five = [push, push, push, push, "Never said."];
    scene.server.on("Publish it", five).on("Publish it again", five).on("Go on", ["Here."]);
    const run = await scene.run(["Publish it", "Publish it again", "Go on"], {
      policy: pipe(stopRepeats(3), onPermission((request) => request.deny("Not today"))),
    });
    assertEquals(run.asked.length, 6);
    assertEquals(run.turns.map(({ outcome, text }) => [outcome, text]), [["denied", ""], ["denied", ""], [
      "success",
      "Here.",
    ]]);
  },
);

policyTest("stopRepeats() interrupts the turn in which a gate refuses the same call again and again", async (scene) => {
  const push = bash("git push");
  // The fourth answer of the model never ends: without the interrupt, neither does the turn.
  scene.server.on("Publish it", [push, push, push, { text: "I try again", hang: true }]);
  const run = await scene.run("Publish it", { policy: pipe(stopRepeats(3), denyTools("Bash(git push *)")) });
  assertEquals(run.turns.map(({ outcome }) => outcome), ["interrupted"]);
});

policyTest(
  "without stopRepeats() the CLI asks as often as the model tries, and the deny is repeated",
  async (scene) => {
    const push = bash("git push origin main");
    scene.server.on("Publish it", [push, push, push, push, push, "I may not."]);
    const run = await scene.run("Publish it", { policy: onPermission((request) => request.deny("Not today")) });
    assertEquals([run.asked.length, run.turns[0]?.text], [5, "I may not."]);
  },
);
