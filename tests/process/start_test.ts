import { assertEquals, assertInstanceOf, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { childTransport, type Launch, StartError, type StartErrorKind } from "../../lib/process/mod.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import { fixture } from "./_programs.ts";

const SHELL = await pathOf("sh");
const END = { program: ["sh"], args: ["-c", "exit 0"] };
const STARTED = { started: { code: 0, signal: null } };

interface Told {
  kind?: StartErrorKind;
  program?: string;
  message?: string;
  started?: unknown;
}

/** Runs a real script that starts a program, under the given permissions. */
async function startWith(
  permissions: string[],
  launch: Partial<Launch>,
  env: Record<string, string> = {},
): Promise<Told> {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", ...permissions, fixture("start.ts"), JSON.stringify(launch)],
    stdin: "null",
    env,
  }).output();
  const decoder = new TextDecoder();
  try {
    return JSON.parse(decoder.decode(stdout));
  } catch {
    throw new Error(decoder.decode(stderr));
  }
}

async function pathOf(name: string): Promise<string> {
  const { stdout } = await new Deno.Command("sh", { args: ["-c", `command -v ${name}`] }).output();
  return new TextDecoder().decode(stdout).trim();
}

function startHere(launch: Partial<Launch> & { program: string[] }): StartError {
  return assertThrows(() => childTransport({ args: [], env: {}, clearEnv: false, ...launch }), StartError);
}

Deno.test("spawn-01: a missing working directory is named, not the program", async () => {
  for (const permissions of [["--allow-run=sh"], ["--allow-run"], ["-A"]]) {
    const told = await startWith(permissions, { ...END, cwd: "/nonexistent/folder" });
    assertEquals([told.kind, told.program], ["missing_cwd", "sh"]);
    assertEquals(
      told.message,
      'Cannot start "sh": the working directory "/nonexistent/folder" does not exist; create it, or correct the option "cwd"',
    );
  }
});

Deno.test("spawn-01: a working directory that is a file is named, a relative one too", async () => {
  const file = await startWith(["--allow-run=sh"], { ...END, cwd: fixture("agent.sh") });
  assertEquals(file.kind, "missing_cwd");
  assertStringIncludes(file.message ?? "", `"${fixture("agent.sh")}" is not a directory`);
  const relative = await startWith(["--allow-run=sh"], { ...END, cwd: "no-such-folder" });
  assertEquals(relative.kind, "missing_cwd");
  assertStringIncludes(relative.message ?? "", '"no-such-folder" does not exist');
});

Deno.test("spawn-02: a program that is not on PATH is not found, whatever the permissions", async () => {
  for (const permissions of [[], ["--allow-run=no-such-claude"], ["--allow-run"], ["--allow-run=sh"]]) {
    const told = await startWith(permissions, { program: ["no-such-claude"] });
    assertEquals([told.kind, told.program], ["not_found", "no-such-claude"]);
    assertEquals(
      told.message,
      'Cannot start "no-such-claude": no such program was found on PATH (with --allow-env=PATH this message shows where); ' +
        'install it, add its folder to PATH, or give its path in the option "program"',
    );
  }
});

Deno.test("spawn-02: where a program was looked for is shown as far as the script may know it", async () => {
  const own = await startWith(["--allow-run=sh", "--allow-env=PATH"], { program: ["no-such-claude"] }, {
    PATH: "/bin:/opt/x",
  });
  assertStringIncludes(own.message ?? "", "was found on PATH, which is /bin, /opt/x; install it");
  const given = await startWith(["--allow-run=sh"], { program: ["no-such-claude"], env: { PATH: "/opt/y:/opt/z" } });
  assertStringIncludes(given.message ?? "", "was found on PATH, which is /opt/y, /opt/z; install it");
});

Deno.test("spawn-02: a missing permission is another error, and names the flag", async () => {
  for (const permissions of [[], ["--allow-run=cat"], ["--allow-run", "--deny-run=sh"]]) {
    const told = await startWith(permissions, END);
    assertEquals([told.kind, told.program], ["permission", "sh"]);
    assertEquals(
      told.message,
      'Cannot start "sh": the script may not run it, add the flag --allow-run=sh (a --deny-run that covers it must go)',
    );
  }
  const path = await startWith(["--allow-run=cat"], { program: ["/opt/my programs/claude"] });
  assertStringIncludes(path.message ?? "", 'add the flag --allow-run="/opt/my programs/claude"');
});

Deno.test("spawn-02: a permission by name covers the path that the name stands for, and the other way round", async () => {
  assertEquals(await startWith(["--allow-run=sh"], END), STARTED);
  assertEquals(await startWith(["--allow-run=sh"], { ...END, program: [SHELL] }), STARTED);
  assertEquals(await startWith([`--allow-run=${SHELL}`], END), STARTED);
});

Deno.test("spawn-02: a PATH in env that leads to another program is a missing permission", async () => {
  const folder = SHELL.replace(/\/sh$/, "");
  assertEquals(await startWith(["--allow-run=sh"], { ...END, env: { PATH: folder } }), STARTED);
  const elsewhere = await Deno.makeTempDir();
  try {
    await Deno.copyFile(fixture("bad_key.sh"), `${elsewhere}/sh`);
    await Deno.chmod(`${elsewhere}/sh`, 0o755);
    const told = await startWith(["--allow-run=sh"], { ...END, env: { PATH: elsewhere } });
    assertEquals(told.kind, "permission");
    assertStringIncludes(told.message ?? "", 'leave PATH out of "env"');
  } finally {
    await Deno.remove(elsewhere, { recursive: true });
  }
});

Deno.test("childTransport starts with what childEnvironment sets, without --allow-env", async () => {
  const env = { CLAUDECODE: "", CLAUDE_CODE_SIMPLE: "", CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "1" };
  assertEquals(await startWith(["--allow-run=sh"], { ...END, env }), STARTED);
});

Deno.test("childTransport says which inherited variable Deno does not pass on", async () => {
  const inherited = { LD_LIBRARY_PATH: "/nonexistent/lib" };
  const told = await startWith(["--allow-run=sh"], END, inherited);
  assertEquals(told.kind, "permission");
  assertEquals(
    told.message,
    'Cannot start "sh": Deno passes LD_LIBRARY_PATH on only to scripts that may run everything; unset it before the script ' +
      'starts, set "clearEnv", or add the flag --allow-run',
  );
  assertEquals(await startWith(["--allow-run=sh"], { ...END, clearEnv: true }, inherited), STARTED);
});

Deno.test("childTransport tells a path without a file from a file that cannot be run", () => {
  const missing = startHere({ program: ["/nonexistent/claude"] });
  assertEquals([missing.kind, missing.program], ["not_found", "/nonexistent/claude"]);
  assertStringIncludes(missing.message, "there is no such file");
  assertInstanceOf(missing.cause, Deno.errors.NotFound);
  const plain = startHere({ program: [fixture("not_executable.txt")] });
  assertEquals(plain.kind, "not_executable");
  assertStringIncludes(plain.message, "may not be executed");
  const interpreter = startHere({ program: [fixture("no_interpreter")] });
  assertEquals(interpreter.kind, "not_executable");
  assertStringIncludes(interpreter.message, "the interpreter that its first line names is not");
});

Deno.test("childTransport says both where it may not look at the file", async () => {
  const told = await startWith(["--allow-run"], { program: [fixture("no_interpreter")] });
  assertEquals(told.kind, "not_found");
  assertStringIncludes(
    told.message ?? "",
    "there is no such file, or the interpreter that its first line names is missing",
  );
});

Deno.test("childTransport looks up a relative path from cwd, its permission too", async () => {
  const folder = fixture("");
  const launch = { program: ["./agent.sh"], args: ["", "/dev/null", "polite"], cwd: folder };
  assertEquals((await startWith(["--allow-run=cat"], launch)).kind, "permission");
  assertEquals(await startWith([`--allow-run=${folder}bad_key.sh`], { program: ["./bad_key.sh"], cwd: folder }), {
    started: { code: 1, signal: null },
  });
});

Deno.test("childTransport tells of arguments that are too long, and of a program without a name", () => {
  const long = startHere({ program: ["sh"], args: ["x".repeat(5_000_000)] });
  assertEquals(long.kind, "other");
  assertStringIncludes(long.message, "put long values in files");
  assertMatch(startHere({ program: ["sh"], args: ["a\0b"] }).message, /^Cannot start "sh": .*nul byte/i);
  for (const program of [[], [""]]) {
    assertThrows(() => childTransport({ program, args: [], env: {}, clearEnv: false }), UsageError, '"program"');
  }
});

Deno.test({
  name: "childTransport never lets Deno prompt, also at a terminal",
  // `script` gives a command a terminal of its own; its arguments differ elsewhere.
  ignore: Deno.build.os !== "linux" || await pathOf("script") === "",
  async fn() {
    for (const [program, kind] of [["sh", "permission"], ["no-such-claude", "not_found"]]) {
      const command = [Deno.execPath(), "run", fixture("start.ts"), JSON.stringify({ ...END, program: [program] })]
        .map((word) => `'${word}'`).join(" ");
      const child = new Deno.Command("script", {
        args: ["-qec", command, "/dev/null"],
        stdin: "piped",
        stdout: "piped",
        env: { NO_COLOR: "1" },
      }).spawn();
      // The input stays open: a prompt would wait here for ever, and the text would hold its question.
      const text = await new Response(child.stdout).text();
      await child.stdin.close();
      assertEquals(JSON.parse(text.trim()).kind, kind);
      await child.status;
    }
  },
});
