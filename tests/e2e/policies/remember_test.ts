import { assertEquals } from "@std/assert";
import { pipe } from "rxjs";
import { denyTools, onPermission, remember } from "../../../mod.ts";
import { tool } from "../../support/mod.ts";
import { bash, policyTest } from "./_scene.ts";

for (const to of ["run", "session"] as const) {
  policyTest(`remember({ to: "${to}" }) a permission remembered stops the second request`, async (scene) => {
    const { box, server } = scene;
    server.on("Touch them", [
      bash("touch one.txt"),
      bash("rm one.txt"),
      bash("touch one.txt"),
      bash("touch two.txt"),
      tool("Write", { file_path: box.file("w.txt"), content: "1" }),
      tool("Write", { file_path: box.file("v.txt"), content: "1" }),
      "Done.",
    ]);
    const offered: (readonly string[])[] = [];
    const policy = onPermission(remember((request, _signal, offer) => {
      if (offer === undefined || request.input.command === "rm one.txt") return request.allow();
      offered.push(offer.rules);
      return offer.always(offer.rules[0]!);
    }, { to }));
    const run = await scene.run("Touch them", { policy });
    assertEquals(offered, [
      ["Bash(touch one.txt)", "Bash(touch *)"],
      ["Bash(touch two.txt)", "Bash(touch *)"],
      [`Edit(/${box.file("w.txt")})`, `Edit(/${box.project}/**)`],
      [`Edit(/${box.file("v.txt")})`, `Edit(/${box.project}/**)`],
    ]);
    const asked = run.asked.map(({ input }) => input.command ?? input.file_path);
    const again = to === "run" ? ["touch one.txt"] : []; // For the run the CLI asks, and a person is not.
    assertEquals(asked, [
      "touch one.txt",
      "rm one.txt",
      ...again,
      "touch two.txt",
      box.file("w.txt"),
      box.file("v.txt"),
    ]);
    const files = await Promise.all(["one", "two", "w", "v"].map((name) => box.read(`${name}.txt`)));
    assertEquals(files, ["", "", "1", "1"]);
    // Nothing is written down for another time.
    assertEquals(await box.read(".claude/settings.local.json"), undefined);
    assertEquals(await box.read(".claude/settings.json"), undefined);
  });
}

policyTest("remember() a gate holds whatever was said always to, in either memory", async (scene) => {
  const { box, server } = scene;
  server.on("Touch them", [bash("touch one.txt"), bash("touch two.txt"), "Done."]);
  for (const to of ["run", "session"] as const) {
    const run = await scene.run("Touch them", {
      policy: pipe(
        denyTools("Bash(touch two.txt)"),
        onPermission(remember((_request, _signal, offer) => offer?.always("Bash(touch *)"), { to })),
      ),
    });
    assertEquals(run.asked.map(({ input }) => input.command), ["touch one.txt"]);
    assertEquals([await box.read("one.txt"), await box.read("two.txt")], ["", undefined]);
    await Deno.remove(box.file("one.txt"));
  }
});
