import { assertEquals, assertInstanceOf, assertStringIncludes, assertThrows } from "@std/assert";
import { EMPTY, lastValueFrom, map } from "rxjs";
import { z } from "zod";
import * as lib from "../../mod.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import { explain } from "../../lib/protocol/mod.ts";
import { askPerson, printEvents } from "../../lib/cli/mod.ts";
import { replay, simulate } from "../../lib/testing/mod.ts";

type Options = Record<string, unknown>;

const call = { toolName: "Read", input: {}, cwd: "/srv" };
const lines = '{"turnstream":1}\n';

/** Each function that takes options: how it is called with some, an option with a slip, and the one that was meant. */
const TABLE: readonly [owner: string, use: (options: Options) => unknown, slip: string, meant: string][] = [
  ['onHook("Stop")', (options) => lib.onHook("Stop", () => undefined, options), "timeout", "timeoutMs"],
  ["onPermission()", (options) => lib.onPermission(() => undefined, options), "timeout", "timeoutMs"],
  ["askPerson()", (options) => askPerson(options), "timeoutms", "timeoutMs"],
  ["retryOnLimit()", (options) => lib.retryOnLimit(options), "maxWait", "maxWaitMs"],
  ["watchdog()", (options) => lib.watchdog(options), "first_token", "firstToken"],
  ["budget()", (options) => lib.budget(options), "usdd", "usd"],
  ["structured()", (options) => lib.structured(z.object({}), options), "repair", "repairs"],
  ["pacedMap()", (options) => lib.pacedMap(() => EMPTY, options), "highWatermarks", "highWaterMark"],
  ["iterate()", (options) => lib.iterate(EMPTY, options), "high_water_mark_", "highWaterMark"],
  ["remember()", (options) => lib.remember(() => undefined, options), "too", "to"],
  ["readOnly()", (options) => lib.readOnly(options), "alsoo", "also"],
  ["permissionsFrom()", (options) => lib.permissionsFrom({ allow: ["Read"] }, options), "ignored", "ignore"],
  ["explain()", (options) => explain(options, call), "denyy", "deny"],
  ["converse()", (options) => lib.converse(() => undefined, options), "interupted", "interrupted"],
  ["stagger()", (options) => lib.stagger(5, options), "schedular", "scheduler"],
  ["turnTimeout()", (options) => lib.turnTimeout(5, options), "schedular", "scheduler"],
  ["decisionLines()", (options) => lib.decisionLines(options), "envs", "env"],
  ["record()", (options) => lib.record(() => {}, options), "redacted", "redact"],
  ["printEvents()", (options) => printEvents(options), "colour", "color"],
  ["simulate()", (options) => simulate(() => {}, options), "versions", "version"],
  ["replay()", (options) => replay(lines, options), "speeds", "speed"],
];

for (const [owner, use, slip, meant] of TABLE) {
  Deno.test(`${owner} refuses an option that does not exist, and names the one that was meant`, () => {
    assertEquals(
      refusal(() => use({ [slip]: 1_000 })),
      `Cannot use the option "${slip}" of ${owner}: it does not exist, did you mean "${meant}"?`,
    );
    assertStringIncludes(
      refusal(() => use({ temperature: 1 })),
      `Cannot use the option "temperature" of ${owner}: it does not exist, the options are `,
    );
  });

  Deno.test(`${owner} refuses options that are none`, () => {
    for (
      const [given, shown] of [[3, "3"], ["x", '"x"'], [["Bash"], '["Bash"]'], [null, "null"], [() => {}, "a function"]]
    ) {
      assertStringIncludes(
        refusal(() => use(given as unknown as Options)),
        `Cannot use ${shown} as the options of ${owner}: give an object with `,
      );
    }
  });
}

const WRONG: readonly [what: string, use: () => unknown, message: string][] = [
  ["a watchdog without options", () => lib.watchdog(undefined as never), "Cannot use watchdog without a limit: give"],
  ["a watchdog without a limit", () => lib.watchdog({}), "Cannot use watchdog without a limit: give milliseconds for"],
  [
    "a watchdog with no limit but a scheduler",
    () => lib.watchdog({ scheduler: undefined as never, tool: undefined as never }),
    "Cannot use watchdog without a limit",
  ],
  [
    "a matcher that is a list",
    () => lib.onHook("PreToolUse", () => undefined, { matcher: ["Bash"] as never }),
    'Cannot use ["Bash"] as the matcher of onHook("PreToolUse"): give a text, such as "Write" or "Write|Edit"',
  ],
  ["a retry with a text", () => lib.retryOnLimit({ jitterMs: "5" as never }), "jitterMs: 5: give milliseconds"],
  ["a retry with no function", () => lib.retryOnLimit({ again: "go" as never }), "with again: give a function"],
  ["what is no observable", () => lib.iterate([] as never), "Cannot iterate over this: give an observable"],
  [
    "a list to ignore that is a text",
    () => lib.permissionsFrom({ allow: [] }, { ignore: "x" as never }),
    'Give "ignore"',
  ],
  [
    "a list to explain that is a text",
    () => explain({ deny: "Bash" as never }, call),
    'Give "deny" of explain() a list',
  ],
  ["a notifier that is a number", () => lib.interruptWhen(5 as never), "Cannot use interruptWhen without a notifier"],
  ["a notifier that is a text", () => lib.interruptWhen("stop"), "Cannot use interruptWhen without a notifier"],
  ["a notifier that is missing", () => lib.interruptWhen(undefined as never), "without a notifier: give an observable"],
  ["types in a list", () => lib.ofType(["result"] as never), 'Cannot use ["result"] as a type of ofType(): give texts'],
  [
    "a type with a slip",
    () => lib.ofType("turnend" as never),
    'Cannot use the type "turnend" of ofType(): it does not exist, did you mean "turn_end"?',
  ],
  [
    "a type that is another word",
    () => lib.ofType("everything" as never),
    'Cannot use the type "everything" of ofType(): it does not exist, the types are assistant, user, result, system,',
  ],
  [
    "settings as permissions",
    () => lib.permissions({ permissions: { allow: ["Read"] } } as never),
    'Remove the key "permissions" around the lists of permissions(), or use permissionsFrom()',
  ],
  [
    "options of claude() that are a text",
    () => lib.claude("hello", "opus" as never),
    "Cannot use what is given as opt",
  ],
];

for (const [what, use, message] of WRONG) {
  Deno.test(`operators refuse ${what}, and say what to give`, () => {
    assertStringIncludes(refusal(use), message);
  });
}

Deno.test("permissionsFrom refuses the path of a file, and says what to give", () => {
  assertEquals(
    refusal(() => lib.permissionsFrom("settings.json")),
    "Cannot read the settings that permissionsFrom() was given: the text is no JSON; " +
      "give what the file holds, as readTextFile(path) reads it",
  );
});

Deno.test("editsWithin refuses a pattern, and names the folder", () => {
  const written = (path: string) => /^Write (".*?"), not (".*?"):/.exec(refusal(() => lib.editsWithin(path)))?.slice(1);
  assertEquals(written("src/**"), ['"src"', '"src/**"']);
  assertEquals(written("src/*"), ['"src"', '"src/*"']);
  assertEquals(written("/srv/project/**/*"), ['"/srv/project"', '"/srv/project/**/*"']);
  assertEquals(written("**"), ['"."', '"**"']);
  assertEquals(written("/**"), ['"/"', '"/**"']);
});

Deno.test("connect refuses a prompt, and says where it goes", async () => {
  const error = await lib.connect("hello" as never).catch((error) => error);
  assertInstanceOf(error, UsageError);
  assertEquals(error.message, "Cannot connect: connect() takes options, not a prompt: use agent.ask(…)");
});

function refusal(use: () => unknown): string {
  return assertThrows(use, UsageError).message;
}

Deno.test("responders behind what gives no events say where they go", async () => {
  for (const policy of [lib.onPermission(() => undefined), lib.denyTools("Bash"), lib.budget({ turns: 1 })]) {
    for (const value of ["opening", undefined, 5]) {
      const transport = simulate(async (cli) => void await cli.prompt());
      const piped = lib.claude("hello", { transport, settingSources: [] }).pipe(map(() => value as never), policy);
      const error = await lastValueFrom(piped).catch((error) => error);
      assertInstanceOf(error, UsageError);
      assertStringIncludes(error.message, 'here: the agent\'s "opening" event did not reach it in time');
    }
  }
});
