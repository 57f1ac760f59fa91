import { assert, assertEquals } from "@std/assert";
import { z } from "zod";
import { hostRequestSchemas } from "../../../lib/protocol/control/request_schemas.ts";
import { updateIssue } from "../../../lib/protocol/control/update_schema.ts";

const strict: Record<string, z.ZodType> = hostRequestSchemas((shape) => z.strictObject(shape));
const loose: Record<string, z.ZodType> = hostRequestSchemas((shape) => z.looseObject(shape));
const FOLDER = new URL("../../fixtures/transcripts/", import.meta.url);

/** Every request that a recorded CLI made of its host. */
async function recorded(): Promise<Record<string, unknown>[]> {
  const requests: Record<string, unknown>[] = [];
  for await (const { name } of Deno.readDir(FOLDER)) {
    if (!name.endsWith(".ndjson")) continue;
    for (const line of (await Deno.readTextFile(new URL(name, FOLDER))).split("\n")) {
      if (line.trim() === "") continue;
      const { dir, message } = JSON.parse(line);
      if (dir === "in" && message.type === "control_request") requests.push(message.request);
    }
  }
  return requests;
}

Deno.test("hostRequestSchemas() take every recorded request of the CLI, and know all its fields", async () => {
  const requests = await recorded();
  const kinds = new Set(requests.map(({ subtype }) => subtype));
  assert(kinds.has("can_use_tool") && kinds.has("hook_callback"), `only ${[...kinds]} was recorded`);
  for (const request of requests) {
    const issues = strict[String(request.subtype)]?.safeParse(request).error?.issues ?? [];
    assertEquals(issues, [], JSON.stringify(request).slice(0, 300));
  }
});

const SAMPLES: Record<string, Record<string, unknown>> = {
  can_use_tool: { tool_name: "Bash", input: {}, tool_use_id: "toolu_1" },
  hook_callback: { callback_id: "x", input: { hook_event_name: "Stop" } },
  elicitation: { mcp_server_name: "s", message: "m" },
  request_user_dialog: { dialog_kind: "k", payload: {} },
  mcp_message: { server_name: "s", message: {} },
  oauth_token_refresh: {},
  host_auth_token_refresh: {},
};

for (const [subtype, fields] of Object.entries(SAMPLES)) {
  Deno.test(`hostRequestSchemas() ${subtype}: a new field passes, but not unnoticed; a missing one does not`, () => {
    const request = { subtype, ...fields };
    assert(strict[subtype]!.safeParse(request).success);
    assert(loose[subtype]!.safeParse({ ...request, brand_new: [1] }).success);
    assert(!strict[subtype]!.safeParse({ ...request, brand_new: [1] }).success);
    for (const key of Object.keys(fields)) {
      const { [key]: _gone, ...rest } = request as Record<string, unknown>;
      assert(!loose[subtype]!.safeParse(rest).success, `${subtype} without ${key}`);
    }
  });
}

Deno.test("updateIssue() says what is wrong with an update, and nothing of a right one", () => {
  assertEquals(updateIssue({ type: "setMode", mode: "plan", destination: "session" }), undefined);
  assertEquals(
    updateIssue({ type: "setMode", mode: "plan", destination: "session", scope: 1 }),
    'value: Unrecognized key: "scope"',
  );
  assertEquals(
    updateIssue("Bash"),
    "type is one of addRules, replaceRules, removeRules, setMode, addDirectories, removeDirectories",
  );
});
