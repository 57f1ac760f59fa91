import { assertEquals } from "@std/assert";
import { Pending } from "../../../lib/agent/answer/pending.ts";
import { PendingTable } from "../../../lib/agent/answer/pending_table.ts";
import { success } from "../../../lib/agent/answer/replies.ts";

const CLOCK = { now: 0, after: () => () => {} };
const REPLY = success({ behavior: "allow" });

function opened(table: PendingTable, id: string): Pending {
  const pending = new Pending({ id, label: () => id }, CLOCK);
  table.open(pending);
  return pending;
}

function answer(table: PendingTable, id: string, line = "{}"): void {
  table.close(opened(table, id), REPLY);
  table.written(id, line);
}

Deno.test("PendingTable knows a request from its coming on, and closes it once", () => {
  const table = new PendingTable();
  assertEquals(table.find("a"), undefined);
  const pending = opened(table, "a");
  assertEquals(table.find("a"), pending);
  assertEquals(table.waiting, [pending]);
  assertEquals(table.close(pending, REPLY), true);
  assertEquals(table.close(pending, undefined), false);
  assertEquals(table.waiting, []);
});

Deno.test("PendingTable gives the answer until it is written, and its line from then on; neither after a withdrawal", () => {
  const table = new PendingTable();
  table.close(opened(table, "a"), REPLY);
  assertEquals(pick(table, "a"), { reply: REPLY, line: undefined });
  table.written("a", "{1}");
  assertEquals(pick(table, "a"), { reply: undefined, line: "{1}" });
  table.close(opened(table, "b"), undefined);
  assertEquals(pick(table, "b"), { reply: undefined, line: undefined });
});

Deno.test("PendingTable keeps the last thousand answers, and every request that waits", () => {
  const table = new PendingTable();
  const waiting = opened(table, "waits");
  for (let index = 0; index < 5_000; index++) answer(table, `${index}`);
  assertEquals(table.find("3999"), undefined);
  assertEquals(pick(table, "4000").line, "{}");
  assertEquals(pick(table, "4999").line, "{}");
  assertEquals(table.waiting, [waiting]);
  assertEquals(table.close(waiting, REPLY), true);
  assertEquals(table.find("4000"), undefined);
});

Deno.test("PendingTable keeps answers of 16 million characters at most, but always the last one", () => {
  const table = new PendingTable();
  const large = "x".repeat(6_000_000);
  for (const id of ["a", "b", "c"]) answer(table, id, large);
  assertEquals(["a", "b", "c"].map((id) => table.find(id) !== undefined), [false, true, true]);
  answer(table, "huge", "x".repeat(20_000_000));
  assertEquals(["b", "c", "huge"].map((id) => table.find(id) !== undefined), [false, false, true]);
  answer(table, "d");
  assertEquals(["huge", "d"].map((id) => table.find(id) !== undefined), [false, true]);
});

function pick(table: PendingTable, id: string): { reply: unknown; line: unknown } {
  const { reply, line } = table.find(id) as { reply: unknown; line: unknown };
  return { reply, line };
}
