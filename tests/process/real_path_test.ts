import { assertEquals, assertStringIncludes } from "@std/assert";
import { childTransport } from "../../lib/process/child_transport.ts";
import { realPath } from "../../lib/process/real_path.ts";

async function tree(test: (root: string) => Promise<void> | void): Promise<void> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "turnstream-paths-" }));
  try {
    await Deno.mkdir(`${root}/project/src`, { recursive: true });
    await Deno.mkdir(`${root}/outside`);
    await Deno.writeTextFile(`${root}/project/file`, "");
    for (
      const [link, target] of [
        ["project/relative", "src"],
        ["project/absolute", `${root}/outside`],
        ["project/up", "../outside"],
        ["project/dangling", `${root}/outside/new`],
        ["project/chain", "relative/../up"],
        ["project/circle", "circle"],
        ["project/src/parent", ".."],
        ["linked", "project"],
      ] as const
    ) await Deno.symlink(target, `${root}/${link}`);
    await test(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("realPath() follows links as the system does, to what is not there yet too", () =>
  tree((root) => {
    const led = (path: string) => {
      const resolved = realPath(`${root}/${path}`);
      return "path" in resolved ? resolved.path.replace(root, "") : resolved.failed;
    };
    for (
      const [path, real] of [
        ["project/src/a", "/project/src/a"],
        ["project/src/new/er/a", "/project/src/new/er/a"],
        ["project/./src//a", "/project/src/a"],
        ["project/relative/a", "/project/src/a"],
        ["project/absolute/a", "/outside/a"],
        ["project/up/a", "/outside/a"],
        ["project/up/../x", "/x"],
        ["project/dangling", "/outside/new"],
        ["project/dangling/deeper", "/outside/new/deeper"],
        ["project/chain/a", "/outside/a"],
        ["project/src/parent/src/parent/file", "/project/file"],
        ["linked/src/a", "/project/src/a"],
        ["project/circle", "its links lead in a circle"],
        ["project/circle/a", "its links lead in a circle"],
      ] as const
    ) assertEquals([path, led(path)], [path, real]);
    assertStringIncludes(led("project/file/a"), "ot a directory");
    assertEquals(realPath("/"), { path: "/" });
    assertEquals(realPath("/../.."), { path: "/" });
    assertEquals("failed" in realPath("relative"), true);
    assertEquals("failed" in realPath(`${root}/a\0b`), true);
  }));

const SCRIPT = `
import { realPath } from ${JSON.stringify(import.meta.resolve("../../lib/process/real_path.ts"))};
console.log(JSON.stringify(Deno.args.map((path) => realPath(path))));
`;

async function withRead(args: readonly string[], paths: readonly string[]): Promise<unknown[]> {
  const script = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(script, SCRIPT);
    const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", "--no-config", "--no-lock", ...args, script, ...paths],
      stdin: "null",
    }).output();
    assertEquals([new TextDecoder().decode(stderr), success], ["", true]);
    return JSON.parse(new TextDecoder().decode(stdout));
  } finally {
    await Deno.remove(script);
  }
}

Deno.test("realPath() without --allow-read gives the path as it is written, and says so", () =>
  tree(async (root) => {
    const [path] = await withRead([], [`${root}/project/absolute/a`]) as [{ path: string; unread: string }];
    assertEquals(path.path, `${root}/project/absolute/a`);
    assertStringIncludes(path.unread, "the permission --allow-read is missing for ");
  }));

Deno.test("realPath() with --allow-read for the project alone follows what leads out of it", () =>
  tree(async (root) => {
    const paths = ["project/src/a", "project/absolute/a", "project/dangling", "linked/src/a"];
    const [inside, outside, dangling, linked] = await withRead(
      [`--allow-read=${root}/project`],
      paths.map((path) => `${root}/${path}`),
    ) as { path: string; unread?: string }[];
    assertEquals(inside, { path: `${root}/project/src/a` });
    assertEquals([outside?.path, typeof outside?.unread], [`${root}/outside/a`, "string"]);
    assertEquals([dangling?.path, typeof dangling?.unread], [`${root}/outside/new`, "string"]);
    assertEquals([linked?.path, typeof linked?.unread], [`${root}/linked/src/a`, "string"]);
  }));

Deno.test("childTransport() knows the home directory from the environment that it sets, or may read", async () => {
  const homeOf = async (env: Record<string, string>, clearEnv: boolean) => {
    const transport = childTransport({ program: ["true"], args: [], env, clearEnv });
    await Promise.all([transport.output.cancel(), transport.stderr.cancel(), transport.end()]);
    await transport.exited;
    return transport.home;
  };
  assertEquals(await homeOf({ HOME: "/home/me" }, false), "/home/me");
  assertEquals(await homeOf({ PATH: Deno.env.get("PATH") ?? "" }, true), undefined);
  assertEquals(await homeOf({}, false), Deno.env.get("HOME"));
});
