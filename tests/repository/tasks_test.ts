import { assert, assertEquals, assertMatch } from "@std/assert";
import { paths, read, readConfig } from "./repository.ts";

const TASKS = Object.entries(readConfig().tasks);

Deno.test("tasks: the ones that the README names are there", () => {
  const names = TASKS.map(([name]) => name);
  for (const name of ["demo", "test", "e2e", "ok"]) assert(names.includes(name), `There is no task "${name}"`);
});

Deno.test("tasks: each has a description", () => {
  const without = TASKS.filter(([, task]) => typeof task === "string" || !task.description).map(([name]) => name);
  assertEquals(without, []);
});

Deno.test("tasks: each script and each task that one calls exists", () => {
  const all = new Set(paths());
  for (const [name, task] of TASKS) {
    const command = typeof task === "string" ? task : task.command ?? "";
    for (const [, path] of command.matchAll(/\bdeno run (?:-\S+ )*(\S+)/g)) assert(all.has(path!), `${name}: ${path}`);
    for (const [, called] of command.matchAll(/\bdeno task (\S+)/g)) {
      assert(TASKS.some(([other]) => other === called), `${name}: there is no task "${called}"`);
    }
  }
});

Deno.test("tasks: .ci/run calls the README's test command, after the static checks", () => {
  const version = read(".dvmrc").trim();
  const command = `npx --yes deno@${version} task test`;
  assert(read("README.md").includes(command), `README.md does not say "${command}"`);
  const lines = read(".ci/run").split("\n");
  const test = lines.findIndex((line) => line.startsWith(command));
  assert(test >= 0, `.ci/run does not call "${command}"`);
  assertMatch(lines.slice(0, test).join("\n"), /^npx --yes deno@\S+ task static\b/m);
});
