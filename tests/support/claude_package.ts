import type { ClaudeVersion } from "./claude_versions.ts";

/** The npm package that holds the `claude` binary for this machine, and the binary's name in it. */
export interface ClaudePackage {
  /** The package's name. */
  name: string;
  /** The binary's file name. */
  binary: string;
}

/** Names the package for this operating system, processor and C library. */
export function claudePackage(): ClaudePackage {
  const { os, arch } = Deno.build;
  const processor = arch === "aarch64" ? "arm64" : "x64";
  const name = (platform: string) => `@anthropic-ai/claude-code-${platform}-${processor}`;
  if (os === "darwin") return { name: name("darwin"), binary: "claude" };
  if (os === "windows") return { name: name("win32"), binary: "claude.exe" };
  return { name: name("linux") + (usesMusl() ? "-musl" : ""), binary: "claude" };
}

/**
 * Installs one version of the package into `folder` and leaves nothing but the binary in it.
 *
 * Deno itself is the installer: it needs no npm, and takes the registry from the person's own `.npmrc`.
 *
 * @returns The binary's name.
 * @throws `Error` with what the installer said.
 */
export async function installClaude(folder: string, version: ClaudeVersion): Promise<string> {
  const { name, binary } = claudePackage();
  await Deno.writeTextFile(`${folder}/package.json`, JSON.stringify({ dependencies: { [name]: version } }));
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ nodeModulesDir: "auto", lock: false }));
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["install", "--quiet"],
    cwd: folder,
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  if (code !== 0) {
    const [said = ""] = new TextDecoder().decode(stderr).split("\nStack backtrace:");
    throw new Error(said.trim() || `"deno install" exited with code ${code}`);
  }
  const source = await Deno.realPath(`${folder}/node_modules/${name}/${binary}`);
  const target = `${folder}/${binary}`;
  try {
    await Deno.link(source, target);
  } catch {
    await Deno.copyFile(source, target);
  }
  for (const used of ["node_modules", "package.json", "deno.json"]) {
    await Deno.remove(`${folder}/${used}`, { recursive: true });
  }
  return binary;
}

function usesMusl(): boolean {
  if (exists("/etc/alpine-release")) return true;
  const loader = Deno.build.arch === "aarch64" ? "/lib/ld-linux-aarch64.so.1" : "/lib64/ld-linux-x86-64.so.2";
  return exists(`/lib/ld-musl-${Deno.build.arch}.so.1`) && !exists(loader);
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
