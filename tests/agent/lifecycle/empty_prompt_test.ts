import { assertRejects, assertThrows } from "@std/assert";
import { lastValueFrom } from "rxjs";
import { claude } from "../../../lib/agent/claude.ts";
import { connect } from "../../../lib/agent/connect.ts";
import { simulate } from "../../../lib/testing/mod.ts";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { quietTest } from "../../support/no_rejections.ts";

const transport = simulate(async (cli) => {
  while (await cli.prompt()) await cli.end();
});

for (const prompt of ["", " \n", { content: "" }, { content: [] }]) {
  quietTest(`an empty prompt ${JSON.stringify(prompt)} is refused before anything starts`, () => {
    assertThrows(() => claude(prompt, { transport }), UsageError, "Cannot send an empty prompt");
    return Promise.resolve();
  });
}

quietTest("an empty prompt among others ends the run with its error", async () => {
  await assertRejects(() => lastValueFrom(claude(["one", ""], { transport })), UsageError, "empty prompt");
});

quietTest("connect() with a pipeline that gives no observable says what to give", async () => {
  const pipeline = (() => undefined) as unknown as () => never;
  await assertRejects(() => connect({ transport }, pipeline), UsageError, "the pipeline gives no observable");
});
