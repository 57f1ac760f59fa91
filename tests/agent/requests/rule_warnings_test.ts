import { assertEquals } from "@std/assert";
import { pipe } from "rxjs";
import type { Diagnostic } from "../../../lib/agent/events.ts";
import { allowTools } from "../../../lib/operators/allow_tools.ts";
import { denyTools } from "../../../lib/operators/deny_tools.ts";
import { onlyTools } from "../../../lib/operators/only_tools.ts";
import { readOnly } from "../../../lib/operators/read_only.ts";
import { guarded } from "./_guarded.ts";

const NPM =
  'The rule "Bash(npm run *)" matches no command: what "npm run" runs can do anything, so a rule must name it; ' +
  'write the rest of it out instead of the *, such as "Bash(npm run build)"';
const WEB_FECH =
  'Check the rule "WebFech": no known version has a tool of the name "WebFech"; the nearest is "WebFetch"';

Deno.test(
  "warning of rules that cover nothing comes when the agent starts, each once",
  guarded(async ({ open }) => {
    const notes: Diagnostic[] = [];
    const session = await open({
      options: { onDiagnostic: (note) => notes.push(note) },
      pipeline: pipe(
        denyTools("WebFech", "Bash(npm run *)"),
        onlyTools("Read", "Bash(npm run *)"),
        readOnly({ also: ["Bash(npm run *)"] }),
        allowTools("Bash(npm run *)", "Bash(npm test)", () => true),
      ),
    });
    const expected = [["warning", WEB_FECH], ["warning", NPM]];
    assertEquals(notes.map(({ kind, message }) => [kind, message]), expected);
    assertEquals(session.diagnostics().map(({ kind, message }) => [kind, message]), expected);
    assertEquals(session.events.map(({ type }) => type).slice(0, 3), ["opening", "diagnostic", "diagnostic"]);
  }),
);

Deno.test(
  "warning of a path in the home directory, which nothing is proved to lie in",
  guarded(async ({ open, printed }) => {
    const session = await open({ pipeline: allowTools("Read(~/notes/**)") });
    const message =
      'The rule "Read(~/notes/**)" covers no file, because it is not known here where the home directory ' +
      'is; give the script --allow-env=HOME, or write the path from the root, with two slashes, such as "Read(//home/me/notes/**)"';
    assertEquals(session.diagnostics("warning").map((note) => note.message), [message]);
    assertEquals(printed, [`turnstream: ${message}`]);
    assertEquals((await session.permission("Read", { file_path: "~/notes/a" })).behavior, "deny");
    assertEquals((await session.permission("Read", { file_path: "/home/me/notes/a" })).behavior, "deny");
    const denying = await open({ pipeline: denyTools("Read(~/notes/**)") });
    assertEquals(denying.diagnostics(), []);
    const known = await open({ pipeline: allowTools("Read(~/notes/**)"), options: { env: { HOME: "/home/me" } } });
    assertEquals(known.diagnostics(), []);
    assertEquals((await known.permission("Read", { file_path: "/home/me/notes/a" })).behavior, "allow");
    assertEquals((await known.permission("Read", { file_path: "~/notes/a" })).behavior, "allow");
    assertEquals((await known.permission("Read", { file_path: "/home/you/notes/a" })).behavior, "deny");
  }),
);

Deno.test(
  "warning is given of no rule that can cover something",
  guarded(async ({ open, printed }) => {
    const session = await open({
      pipeline: pipe(
        denyTools("WebFetch", "Bash(git push *)", "Bash(python *)", "mcp__server__tool", "mcp__*", "Cron*"),
        allowTools("*"),
        allowTools("Read", "Bash", "Task", "Bash(npm run build *)", "Bash(git *)", "Edit(src/**)", "Agent(Explore)"),
      ),
    });
    assertEquals([session.diagnostics(), printed], [[], []]);
  }),
);
