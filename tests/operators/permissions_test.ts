import { assertEquals, assertInstanceOf, assertStringIncludes, assertThrows } from "@std/assert";
import { lastValueFrom, type MonoTypeOperatorFunction, pipe } from "rxjs";
import {
  type AgentEvent,
  allowTools,
  claude,
  type ClaudeOptions,
  denyTools,
  type Diagnostic,
  onHook,
  onlyTools,
  onPermission,
  permissions,
  permissionsFrom,
  type ResolvedPath,
  type ToolCall,
  type TransportFactory,
  UsageError,
} from "../../mod.ts";
import { simulate, type ToolOptions } from "../../lib/testing/mod.ts";

/** What became of shell commands, in order: how it ended, and what the model was told. */
async function run(
  commands: readonly string[],
  policy: MonoTypeOperatorFunction<AgentEvent>,
  { tool, ...options }: ClaudeOptions & { tool?: ToolOptions } = {},
): Promise<{ ended: string[]; told: string[]; diagnostics: string[] }> {
  const ended: string[] = [];
  const told: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const transport = simulate(async (cli) => {
    await cli.prompt();
    for (const command of commands) {
      const { behavior, message, input } = await cli.tool("Bash", { command }, tool ?? {});
      ended.push(behavior === "allow" ? String(input.command) : "deny");
      told.push(message ?? "");
    }
    await cli.end();
  });
  const onDiagnostic = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  await lastValueFrom(claude("go", { transport, settingSources: [], onDiagnostic, ...options }).pipe(policy));
  assertEquals(transport.failures, []);
  return { ended, told, diagnostics: diagnostics.map(({ kind, message }) => `${kind}: ${message}`) };
}

const POLICY = permissions({
  allow: ["Bash(git *)", "Bash(ls *)"],
  ask: ["Bash(git commit *)"],
  deny: ["Bash(git push *)"],
});
const PERSON = onPermission((request) => request.forPerson ? request.allow() : undefined);

Deno.test("permissions() deny goes before ask, and ask before allow, wherever they stand", async () => {
  const commands = ["git log", "git commit -m x", "git commit -m x && git push", "make"];
  const { ended } = await run(commands, pipe(POLICY, PERSON));
  assertEquals(ended, ["git log", "git commit -m x", "deny", "deny"]);
});

for (const mode of ["default", "acceptEdits", "bypassPermissions"] as const) {
  Deno.test(`permissions() an ask rule asks under ${mode}, also about what the CLI would just run`, async () => {
    const asked: unknown[] = [];
    const person = onPermission((request) => {
      asked.push([request.input.command, request.forPerson]);
      return request.allow();
    });
    const commands = ["git commit -m x", "ls; git commit -m x", 'git commit -m "$(cat x)"', "ls"];
    const { ended } = await run(commands, pipe(permissions({ ask: ["Bash(git commit *)"] }), person), {
      permissionMode: mode,
      tool: { asks: false },
    });
    assertEquals(ended, commands);
    assertEquals(asked, commands.slice(0, 3).map((command) => [command, true]));
  });
}

Deno.test("permissions() what a rule asks about is denied where no person answers, and the model reads why", async () => {
  const { ended, told } = await run(["git commit -m x"], pipe(allowTools("*"), POLICY), { tool: { asks: false } });
  assertEquals(ended, ["deny"]);
  assertEquals(
    told[0],
    "No policy allowed the tool Bash, so it was not run: " +
      'By the rule "Bash(git commit *)" this call is for a person to allow: it runs "git commit -m x"; ' +
      "the question is for a person, so allowTools() leaves it to onPermission(); " +
      "the question is for a person, so permissions() leaves it to onPermission()",
  );
});

Deno.test("permissions() an ask rule judges the final input, and the allow of a hook does not answer it", async () => {
  const commit = { command: "git commit -m x" };
  const rewriting = onHook("PreToolUse", (_, request) => request.rewrite(commit));
  const allowing = onHook("PreToolUse", (_, request) => request.allow(commit));
  for (const hook of [rewriting, allowing]) {
    assertEquals((await run(["ls"], pipe(POLICY, hook), { tool: { asks: false } })).ended, ["deny"]);
    assertEquals((await run(["ls"], pipe(POLICY, hook, PERSON), { tool: { asks: false } })).ended, [commit.command]);
  }
  // The other way round the call has become one that no rule asks about.
  const harmless = onHook("PreToolUse", (_, request) => request.rewrite({ command: "ls" }));
  assertEquals((await run([commit.command], pipe(POLICY, harmless), { tool: { asks: false } })).ended, ["ls"]);
});

Deno.test("permissions() takes functions; one of ask that fails asks", async () => {
  const policy = permissions({
    allow: ["*"],
    deny: [({ input }) => input.command === "a" ? "Not a" : undefined],
    ask: [
      ({ input }) => {
        if (input.command === "thrown") throw new Error("boom");
        return input.command === "b";
      },
      (({ input }: { input: { command?: unknown } }) =>
        input.command === "late" ? Promise.resolve(true) : false) as never,
    ],
  });
  const { ended, told, diagnostics } = await run(["a", "b", "c", "thrown", "late"], policy);
  assertEquals(ended, ["deny", "deny", "c", "deny", "deny"]);
  assertEquals(told[0], "Not a");
  assertStringIncludes(told[1]!, "A rule of the script wants a person to be asked about Bash");
  assertStringIncludes(told[3]!, "A rule that judges Bash failed (boom), so a person has to be asked");
  assertStringIncludes(told[4]!, "A rule that judges Bash gave a promise, so a person has to be asked");
  assertEquals(diagnostics.filter((each) => each.startsWith("responder_failed")).length >= 2, true);
});

Deno.test("permissions() gives its rules to the CLI, and warns of rules that cannot match", async () => {
  const transport = simulate(async (cli) => {
    await cli.prompt();
    await cli.end();
  });
  const warnings: string[] = [];
  const options: ClaudeOptions = {
    transport,
    settingSources: [],
    onDiagnostic: ({ kind, message }) => kind === "warning" && warnings.push(message),
  };
  await lastValueFrom(claude("go", options).pipe(permissions({ deny: ["Edit(.env)"], ask: ["WebFech", "Write(a)"] })));
  assertEquals(transport.launches[0]?.args.filter((arg) => arg.includes("Edit(.env)")).length, 1);
  const settings = transport.launches[0]?.args.find((arg) => arg.startsWith("--settings="))?.slice(
    "--settings=".length,
  );
  assertEquals(JSON.parse(settings!).permissions, { ask: ["WebFech", "Edit(a)"] });
  assertEquals(warnings.length, 1);
  assertStringIncludes(warnings[0]!, 'the nearest is "WebFetch"');
});

async function writeAll(
  paths: readonly string[],
  policy: MonoTypeOperatorFunction<AgentEvent>,
  resolvePath?: (path: string) => ResolvedPath,
): Promise<string[]> {
  const ended: string[] = [];
  const simulation = simulate(async (cli) => {
    await cli.prompt();
    for (const file_path of paths) ended.push((await cli.tool("Write", { file_path, content: "" })).behavior);
    await cli.end();
  });
  const transport: TransportFactory = (launch) =>
    Object.assign(simulation(launch), resolvePath === undefined ? {} : { resolvePath });
  const options = { transport, cwd: "/srv/project", settingSources: [], onDiagnostic: () => {} };
  await lastValueFrom(claude("go", options).pipe(policy));
  assertEquals(simulation.failures, []);
  return ended;
}

Deno.test("rules follow symbolic links where the transport can, at both doors", async () => {
  const resolvePath = (path: string) => ({ path: path.replace("/srv/project/src/out", "/etc") });
  const paths = ["/srv/project/src/a", "/srv/project/src/out/a"];
  const allow = permissions({ allow: ["Edit(src/**)"] });
  assertEquals(await writeAll(paths, allow), ["allow", "allow"]);
  assertEquals(await writeAll(paths, allow, resolvePath), ["allow", "deny"]);
  assertEquals(await writeAll(paths, pipe(onlyTools("Edit(src/**)"), allowTools("*")), resolvePath), ["allow", "deny"]);
  const deny = permissions({ allow: ["*"], deny: ["Edit(//etc/**)"] });
  assertEquals(await writeAll(paths, deny), ["allow", "allow"]);
  assertEquals(await writeAll(paths, deny, resolvePath), ["allow", "deny"]);
  assertEquals(await writeAll(paths, permissions({ allow: ["*"], ask: ["Edit(//etc/**)"] }), resolvePath), [
    "allow",
    "deny",
  ]);
  // A function sees it too.
  const led = (call: ToolCall) => {
    const resolved = call.resolvePath?.(String(call.input.file_path));
    return resolved !== undefined && "path" in resolved && resolved.path.startsWith("/etc/") ? "Not there" : undefined;
  };
  assertEquals(await writeAll(paths, pipe(denyTools(led), allowTools("*")), resolvePath), ["allow", "deny"]);
});

Deno.test("a transport whose resolvePath throws fails closed", async () => {
  const resolvePath = () => {
    throw new Error("boom");
  };
  const path = ["/srv/project/src/a"];
  for (
    const policy of [
      allowTools("Edit(src/**)"),
      pipe(onlyTools("Edit(src/**)"), allowTools("*")),
      permissions({ allow: ["*"], deny: ["Edit(other)"] }),
      permissions({ allow: ["*"], ask: ["Edit(other)"] }),
    ]
  ) assertEquals(await writeAll(path, policy, resolvePath), ["deny"]);
});

const BAD: readonly [make: () => unknown, message: string][] = [
  [() => permissions({}), "Cannot use permissions() without a rule: give at least one of allow, ask and deny"],
  [
    () => permissions({ allow: ["Read"], deny: ["Bash(ls)", "Bash(git push"] }),
    'Correct the rule "Bash(git push" (deny[1]) at character 5: a parenthesis is opened and not closed; write `\\(` for ' +
    "one that means itself",
  ],
  [() => permissions({ ask: [5 as never] }), 'Write a rule (ask[0]) as a text such as "Read": number is none'],
  [
    () => permissions({ allows: ["Read"] } as never),
    'Remove the key "allows" from permissions(): the keys are allow, ask and deny',
  ],
  [
    () => permissions({ allow: "Read" } as never),
    'Give "allow" of permissions() a list of rules, such as ["Bash(git diff *)"]',
  ],
  [
    () => permissions("Read" as never),
    'Give permissions() an object such as { allow: ["Read"], ask: [], deny: ["WebFetch"] }',
  ],
  [
    () => permissionsFrom("{ secret"),
    "Cannot read the settings that permissionsFrom() was given: the text is no JSON; " +
    "give what the file holds, as readTextFile(path) reads it",
  ],
  [
    () => permissionsFrom("[]"),
    "Give permissionsFrom() the text or the object of a settings file: this is no object",
  ],
  [() => permissionsFrom({ permissions: [] }), 'Correct "permissions" in the settings: it must be an object'],
  [
    () => permissionsFrom({ model: "sonnet" }),
    'Cannot find permissions in the settings: neither "permissions" nor allow, ask or deny is there',
  ],
  [
    () => permissionsFrom({ permissions: { deny: "Read" } }),
    'Correct "deny" in the settings: it must be a list of rules',
  ],
  [
    () => permissionsFrom({ permissions: { deny: ["Read", 5] } }),
    'Correct deny[1] in the settings: a rule is a text such as "Read"',
  ],
  [
    () => permissionsFrom({ permissions: { ask: ["Edit(../x)"] } }),
    'Correct the rule "Edit(../x)" (ask[0]) at character 6: a pattern cannot go up with `..`; write `//absolute/path`',
  ],
  [
    () => permissionsFrom({ permissions: { allow: ["Read"], defaultMode: "plan" } }),
    'Cannot take over "defaultMode" from the permissions in the settings: give the option permissionMode to claude(), ' +
    "and name it in the option ignore",
  ],
  [
    () => permissionsFrom({ permissions: { allow: ["Read"], additionalDirectories: ["/x"] } }),
    'Cannot take over "additionalDirectories" from the permissions in the settings: give the option addDirs to ' +
    "claude(), and name it in the option ignore",
  ],
  [
    () => permissionsFrom({ permissions: { allow: ["Read"], toString: 1 } }),
    'Cannot take over "toString" from the permissions in the settings: if it does not matter here, name it in the ' +
    "option ignore",
  ],
  [
    () => permissionsFrom({ permissions: {} }),
    "Cannot use permissions() without a rule: give at least one of allow, ask and deny",
  ],
];

for (const [make, message] of BAD) {
  Deno.test(`permissions() says what is wrong: ${message.slice(0, 60)}`, () => {
    const error = assertThrows(make);
    assertInstanceOf(error, UsageError);
    assertEquals(error.message, message);
  });
}

Deno.test("permissionsFrom() reads a settings file's text, its value, and the permissions alone", async () => {
  const rules = { allow: ["Bash(ls *)"], ask: ["Bash(make *)"], deny: ["Bash(rm *)"] };
  const settings = { model: "sonnet", hooks: {}, permissions: { ...rules, defaultMode: "plan" } };
  for (
    const policy of [
      permissionsFrom(JSON.stringify(settings), { ignore: ["defaultMode"] }),
      permissionsFrom(settings, { ignore: ["defaultMode"] }),
      permissionsFrom({ permissions: rules }),
      permissionsFrom(rules),
    ]
  ) {
    const { ended } = await run(["ls", "make x", "rm x"], pipe(policy, PERSON), { tool: { reason: "because" } });
    assertEquals(ended, ["ls", "make x", "deny"]);
  }
});
