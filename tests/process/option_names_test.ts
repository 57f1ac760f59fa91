import { assertEquals, assertThrows } from "@std/assert";
import { checkOptionNames } from "../../lib/process/mod.ts";
import { UsageError } from "../../lib/protocol/errors.ts";

const KNOWN = ["model", "permissionMode", "maxTurns", "cwd", "env"];

function message(options: object): string {
  return assertThrows(() => checkOptionNames(options, KNOWN), UsageError).message;
}

Deno.test("checkOptionNames takes what is known", () => {
  checkOptionNames({ model: "x", cwd: undefined }, KNOWN);
  checkOptionNames({}, KNOWN);
});

Deno.test("checkOptionNames names the unknown option and the nearest known one", () => {
  assertEquals(
    message({ permisionMode: "plan" }),
    'Cannot use the option "permisionMode": it does not exist, did you mean "permissionMode"?',
  );
  assertEquals(message({ max_turns: 1 }).includes('did you mean "maxTurns"'), true);
  assertEquals(message({ MODEL: 1 }).includes('did you mean "model"'), true);
});

Deno.test("checkOptionNames lists the options where none is near", () => {
  assertEquals(
    message({ temperature: 1 }),
    'Cannot use the option "temperature": it does not exist, the options are model, permissionMode, maxTurns, cwd, env',
  );
  assertEquals(message(JSON.parse('{"__proto__":1}')).startsWith('Cannot use the option "__proto__"'), true);
});
