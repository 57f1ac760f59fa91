import { childTransport } from "./child_transport.ts";
import type { Clock } from "./clock.ts";
import type { Launch } from "./transport.ts";

/**
 * Asks a program for its version, to tell it in the error of one that died while it started.
 *
 * @param launch What was started; its own arguments are left out.
 * @param options How long it may take, in milliseconds, and what measures the time.
 * @returns The first line that it prints for `--version`; `undefined` if it prints none in time. Never rejects.
 */
export async function programVersion(
  launch: Launch,
  options: { limitMs: number; clock: Clock },
): Promise<string | undefined> {
  try {
    const child = childTransport({ ...launch, args: ["--version"] });
    const stop = options.clock.after(options.limitMs, () => child.signal("SIGKILL"));
    const [text] = await Promise.all([new Response(child.output).text(), child.stderr.pipeTo(new WritableStream())]);
    await child.end();
    const { code } = await child.exited;
    stop();
    const line = text.split("\n")[0]?.trim() ?? "";
    return code === 0 && line !== "" ? line.slice(0, 100) : undefined;
  } catch {
    return undefined;
  }
}
