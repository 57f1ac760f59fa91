import { assertEquals } from "@std/assert";
import { readOutput } from "../../../lib/agent/read_output.ts";
import { scriptTransport } from "../../../lib/testing/script_transport.ts";
import { quietTest } from "../../support/no_rejections.ts";

quietTest("readOutput: what the handler of a frame throws is told, and reading goes on to the end", async () => {
  const transport = scriptTransport();
  const failures: unknown[] = [];
  const seen: unknown[] = [];
  const done = readOutput(transport, {
    maxBytes: 1_000,
    onLongLine: "fail",
    onItem(item) {
      if (item.kind !== "frame") return;
      seen.push(item.value);
      if (seen.length === 1) throw new Error("handler");
    },
    onFailure: (error) => failures.push(String(error)),
  });
  transport.push({ n: 1 }, { n: 2 }, '{"n":3}');
  transport.exit();
  await done;
  assertEquals([seen, failures], [[{ n: 1 }, { n: 2 }, { n: 3 }], ["Error: handler"]]);
});
