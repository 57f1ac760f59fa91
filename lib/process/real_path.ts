import type { ResolvedPath } from "../protocol/rules/mod.ts";

/** Longer chains of links are circles, to the system too. */
const MOST_LINKS = 40;

/**
 * Follows the symbolic links of an absolute path, as far as the script may read; never asks for the permission.
 *
 * What does not exist yet stands below the real path of what does, and a link to what does not exist leads there all
 * the same: who writes through it makes the file at the other end.
 *
 * @example A file that is not there yet
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.mkdir(`${folder}/real`);
 * await Deno.symlink(`${folder}/real`, `${folder}/link`);
 * assertEquals(realPath(`${folder}/link/new.txt`), { path: `${folder}/real/new.txt` });
 * await Deno.remove(folder, { recursive: true });
 * ```
 * @param path The path, from the root on.
 * @returns The real path, or why there is none. Never throws.
 */
export function realPath(path: string): ResolvedPath {
  if (Deno.build.os === "windows") return { path, unread: "links are not followed on Windows" };
  if (!path.startsWith("/")) return { failed: "the path does not start at the root" };
  try {
    return new Walk(path).result();
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

/** A walk along a path, name by name, that turns off wherever a link does. */
class Walk {
  #real = "";
  #names: string[];
  #links = 0;
  /** The first folder on the way that the script may not look at. */
  #unread: string | undefined;

  constructor(path: string) {
    this.#names = namesIn(path);
  }

  result(): ResolvedPath {
    for (let name = this.#names.shift(); name !== undefined; name = this.#names.shift()) {
      if (name === "..") this.#real = this.#real.slice(0, Math.max(0, this.#real.lastIndexOf("/")));
      else this.#step(`${this.#real}/${name}`);
      if (this.#links > MOST_LINKS) return { failed: "its links lead in a circle" };
    }
    const path = this.#real === "" ? "/" : this.#real;
    if (this.#unread === undefined) return { path };
    return { path, unread: `the permission --allow-read is missing for ${JSON.stringify(this.#unread)}` };
  }

  #step(next: string): void {
    if (!mayRead(next)) {
      this.#unread ??= next;
      this.#real = next;
      return;
    }
    // One step at a time, or a link that leads to what is not there would not be seen.
    const target = linkAt(next);
    if (target === undefined) {
      this.#real = this.#unread === undefined ? next : this.#catchUp(next);
      return;
    }
    this.#links++;
    if (target.startsWith("/")) {
      this.#real = "";
      this.#unread = undefined;
    }
    this.#names.unshift(...namesIn(target));
  }

  // Above, there are folders that may not be looked at; all at once, the system goes through them.
  #catchUp(next: string): string {
    const real = ifThere(() => Deno.realPathSync(next));
    if (real === undefined) return next;
    this.#unread = undefined;
    return real;
  }
}

function namesIn(path: string): string[] {
  return path.split("/").filter((name) => name !== "" && name !== ".");
}

function mayRead(path: string): boolean {
  return Deno.permissions.querySync({ name: "read", path }).state === "granted";
}

function linkAt(path: string): string | undefined {
  return ifThere(() => Deno.lstatSync(path).isSymlink ? Deno.readLinkSync(path) : undefined);
}

function ifThere<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
