import { claudePackage, installClaude } from "./claude_package.ts";
import { CLAUDE_PATH_VARIABLES, type ClaudeVersion } from "./claude_versions.ts";

const CACHE = `${import.meta.dirname}/../../.cache/claude`;
const found = new Map<ClaudeVersion, Promise<string>>();

/**
 * The path of the real `claude` of one version: fetched once into an ignored folder of the repository.
 *
 * Safe to call from many test files at once: one of them fetches, the others wait for it.
 *
 * @throws `Error` that says what to do when the binary cannot be had.
 */
export function realClaude(version: ClaudeVersion): Promise<string> {
  const path = found.get(version) ?? find(version);
  found.set(version, path);
  return path;
}

async function find(version: ClaudeVersion): Promise<string> {
  const variable = CLAUDE_PATH_VARIABLES[version];
  const given = Deno.env.get(variable);
  try {
    if (given) return await checked(given);
    return await fetched(version);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const [origin, cure] = given
      ? [` from "${given}"`, `Correct ${variable}, or unset it to have the binary fetched`]
      : ["", `Check that npm packages can be reached, or set ${variable} to the path of a claude binary`];
    throw new Error(
      `Cannot get the real claude ${version}${origin}: ${reason}. ${cure}, ` +
        `or set TURNSTREAM_SKIP_E2E=1 to leave the end-to-end tests out`,
      { cause },
    );
  }
}

async function fetched(version: ClaudeVersion): Promise<string> {
  await Deno.mkdir(CACHE, { recursive: true });
  const cache = await Deno.realPath(CACHE);
  const folder = `${cache}/${version}`;
  const path = `${folder}/${claudePackage().binary}`;
  using lock = await Deno.open(`${folder}.lock`, { create: true, write: true });
  await lock.lock(true);
  try {
    if (await isWorking(path, version)) return path;
    const draft = `${folder}.draft`;
    await removeFolder(draft); // Somebody who held the lock may have been killed.
    await Deno.mkdir(draft);
    try {
      const binary = await installClaude(draft, version);
      await checked(`${draft}/${binary}`, version);
      await removeFolder(folder);
      await Deno.rename(draft, folder);
    } finally {
      await removeFolder(draft);
    }
    return path;
  } finally {
    await lock.unlock();
  }
}

async function isWorking(path: string, version: ClaudeVersion): Promise<boolean> {
  try {
    await checked(path, version);
    return true;
  } catch {
    return false;
  }
}

async function checked(path: string, version?: ClaudeVersion): Promise<string> {
  const { code, stdout } = await new Deno.Command(path, {
    args: ["--version"],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).output();
  const said = new TextDecoder().decode(stdout).trim();
  if (code !== 0) throw new Error(`"${path} --version" exited with code ${code}`);
  if (version && !said.startsWith(`${version} `)) throw new Error(`"${path} --version" said "${said}"`);
  return path;
}

async function removeFolder(path: string): Promise<void> {
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
