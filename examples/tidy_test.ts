import { expectDecisions, simulate } from "jsr:@turnstream/turnstream@^0.1/testing";
import { tidy } from "./tidy.ts";

Deno.test("tidy() lets sources be edited, and nothing be pushed", async () => {
  const transport = simulate(async (cli) => {
    await cli.prompt(/^Tidy up src\/greet\.ts/);
    await cli.tool("Edit", { file_path: "src/greet.ts", old_string: "a", new_string: "b" });
    await cli.tool("Edit", { file_path: "deno.json", old_string: "a", new_string: "b" });
    await cli.tool("Bash", { command: "git push --force" });
    await cli.end({ text: "Tidied" });
  });
  const push = { decision: "deny", rule: "Bash(git push *)" } as const;
  await expectDecisions(tidy(["src/greet.ts"], { transport }), ["allow Edit", "deny Edit", push]);
});
