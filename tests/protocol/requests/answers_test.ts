import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { ANSWER_NAMES, answerIssues, answerSchema } from "../../../lib/protocol/requests/answers.ts";
import { checkFields } from "../../../lib/protocol/requests/check_fields.ts";
import { fieldBuilders } from "../../../lib/protocol/requests/fields.ts";
import { strictObject } from "../../../lib/protocol/schemas/object_factory.ts";

Deno.test("answerIssues() takes what it does not know: fields, and answers to requests of other kinds", () => {
  assertEquals(answerIssues("get_binary_version", { version: "9.9.9", brandNew: [1] }), []);
  assertEquals(answerIssues("brand_new_2027", 5), []);
  assertEquals(answerIssues("toString", 5), []);
});

Deno.test("answerIssues() names the place and the complaint, and no value", () => {
  const issues = answerIssues("mcp_status", { mcpServers: [{ name: "kit", status: "ok" }, { name: "x", status: 5 }] });
  assertEquals(issues, ["mcpServers.1.status: Invalid input: expected string, received number"]);
  assertEquals(answerIssues("get_usage", null), ["answer: Invalid input: expected object, received null"]);
});

Deno.test("answerSchema() of a strict factory reports unknown fields at every depth", () => {
  const issues = answerSchema("list_models", strictObject)?.safeParse({
    models: [{ value: "m", displayName: "M", description: "m", brandNew: 1 }],
    more: true,
  }).error?.issues ?? [];
  const unknown = issues.flatMap((issue) => issue.code === "unrecognized_keys" ? issue.keys : []);
  assertEquals(unknown.sort(), ["brandNew", "more"]);
});

Deno.test("answerSchema() and checkFields() know the same requests, and initialize has an answer besides", () => {
  assertEquals(ANSWER_NAMES.filter((name) => name !== "initialize"), Object.keys(fieldBuilders).sort());
  for (const name of ANSWER_NAMES) assertEquals(answerSchema(name, strictObject) === undefined, false, name);
});

Deno.test("checkFields() takes right fields, unknown ones besides, and undefined as not given", () => {
  checkFields("interrupt", { cancel_queued: undefined, brand_new: 1 });
  checkFields("set_model", { model: null });
  checkFields("brand_new_2027", { anything: [1] });
  checkFields("hasOwnProperty", {});
});

Deno.test("checkFields() names the request, the field and the danger, and no value", () => {
  const error = assertThrows(
    () => checkFields("mcp_set_servers", { servers: { kit: "sk-ant-secret" } }),
    UsageError,
    'Cannot send the control request "mcp_set_servers": "servers.kit" is wrong',
  );
  assertStringIncludes(error.message, "can make the CLI deaf");
  assertEquals(error.message.includes("sk-ant-secret"), false);
  assertThrows(() => checkFields("rename_session", {}), UsageError, '"title" is wrong');
  assertThrows(() => checkFields("read_file", { path: "a", encoding: "latin1" }), UsageError, '"encoding" is wrong');
});
