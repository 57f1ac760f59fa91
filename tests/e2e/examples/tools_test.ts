import { assertEquals } from "@std/assert";
import { tool } from "../../support/mod.ts";
import { example } from "./_stage.ts";

example("tools.ts", {
  does: "lends its functions to the agent, and runs what they are allowed to",
  async play({ server, run, told }) {
    server.on("Make sure that there are pears, then close the shop", [
      tool("mcp__shop__count", { fruit: "pears" }),
      tool("mcp__shop__count", { fruit: "plums" }),
      tool("mcp__shop__order", { fruit: "pears", count: 5 }),
      tool("mcp__shop__close", {}),
      "There are five pears now.",
    ]);
    const { code, stdout, stderr } = await run();
    assertEquals([code, stdout, stderr], [0, "There are five pears now.\n{ apples: 3, pears: 5 }\n", ""]);
    assertEquals(told().map(({ text, isError }) => [text, isError]), [
      ['{"fruit":"pears","count":0}', false],
      ["There is no shelf for plums", true],
      ["5 pears ordered", false],
      ["No policy allowed the tool mcp__shop__close, so it was not run", true],
    ]);
  },
});
