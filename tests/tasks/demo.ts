/**
 * Runs one of the README's example scripts, as it stands, against the stand-in for `claude` that ships with the package:
 * no network, no account. It needs a POSIX shell for the stand-in's launcher.
 *
 * @module
 */
import { standInBin } from "../support/stand_in_bin.ts";

const TOUR = new URL("../../examples/tour.ts", import.meta.url);
const PACED = new URL("paced_scenario.ts", import.meta.url);

if (import.meta.main) Deno.exit(await demo());

/** Plays the tour, at a terminal slowly enough to be watched; gives the script's exit code. */
async function demo(): Promise<number> {
  await using bin = await standInBin();
  // Ctrl+C reaches the tour as well, and the tour ends its agent: wait for that.
  Deno.addSignalListener("SIGINT", () => {});
  const flags = hashbangFlags(await Deno.readTextFile(TOUR));
  const tour = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", ...flags, decodeURIComponent(TOUR.pathname)],
    env: {
      PATH: `${bin.path}:${Deno.env.get("PATH") ?? ""}`,
      TURNSTREAM_SCENARIO: Deno.env.get("TURNSTREAM_SCENARIO") || (Deno.stdout.isTerminal() ? PACED.href : ""),
    },
  });
  const { code } = await tour.spawn().status;
  return code;
}

/** The permissions that the script asks for in its own first line. */
function hashbangFlags(text: string): string[] {
  const [first = ""] = text.split("\n");
  return first.replace(/^#!\/usr\/bin\/env -S deno run /, "").split(" ").filter((flag) => flag !== "");
}
