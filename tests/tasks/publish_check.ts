/**
 * Rehearses the publication. `deno publish` refuses a package whose links lie inside it, so the files that git knows are
 * copied to a folder whose links lie beside it, and the rehearsal happens there.
 *
 * @module
 */
if (import.meta.main) Deno.exit(await main());

async function main(): Promise<number> {
  const root = await Deno.makeTempDir({ prefix: "turnstream-publish-" });
  try {
    const copy = `${root}/package`;
    for (const path of await filesOfRepository()) await copyFile(path, `${copy}/${path}`);
    await moveLinks(copy, root);
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: ["publish", "--dry-run", "--allow-dirty"],
      cwd: copy,
      stdin: "null",
    }).spawn().status;
    return code;
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

/** What a commit of everything would hold: the files that git knows, and the new ones that it does not ignore. */
async function filesOfRepository(): Promise<string[]> {
  const { code, stdout, stderr } = await new Deno.Command("git", {
    args: ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"],
    stdin: "null",
  }).output();
  if (code !== 0) throw new Error(`Cannot list the files of the repository: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout).split("\0").filter((path) => path !== "" && exists(path));
}

function exists(path: string): boolean {
  try {
    return Deno.lstatSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

async function copyFile(from: string, to: string): Promise<void> {
  await Deno.mkdir(to.slice(0, to.lastIndexOf("/")), { recursive: true });
  await Deno.copyFile(from, to);
}

/** Moves the linked packages beside the copy and tells its `deno.json` where they are now. */
async function moveLinks(copy: string, root: string): Promise<void> {
  const path = `${copy}/deno.json`;
  const config = JSON.parse(await Deno.readTextFile(path)) as { links: string[] };
  for (const [index, link] of config.links.entries()) {
    await Deno.rename(`${copy}/${link}`, `${root}/link_${index}`);
    config.links[index] = `../link_${index}`;
  }
  await Deno.writeTextFile(path, JSON.stringify(config, undefined, 2));
}
