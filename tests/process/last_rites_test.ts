import { assert, assertEquals } from "@std/assert";
import { guardAgent } from "../../lib/process/mod.ts";
import { endAll, fixture, leftovers, newMarker } from "./_programs.ts";

type Manners = "polite" | "deaf";

interface Death {
  code: number;
  signal: string | null;
  /** What the agent noted about its end: the signal that it got; nothing if it was killed. */
  note: string;
  /** What the parent printed after "waiting". */
  output: string;
}

/** Lets a script die while its agent works; fails if the agent outlives it. */
async function die(how: string, manners: Manners, signals: Deno.Signal[] = []): Promise<Death> {
  const marker = newMarker();
  const file = await Deno.makeTempFile();
  try {
    const parent = new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", "--allow-run=sh", fixture("guarded_parent.ts"), how]
        .concat("sh", fixture("agent.sh"), marker, file, manners),
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const reader = parent.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let output = "";
    let sent = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      output += next.value;
      // One signal when it waits, another when it has begun to end.
      const lives = ["waiting", "ending"].filter((sign) => output.includes(sign)).length;
      for (; sent < Math.min(lives, signals.length); sent++) parent.kill(signals[sent]);
    }
    const { code, signal } = await parent.status;
    assertEquals(await leftovers(marker), []);
    return { code, signal, note: await Deno.readTextFile(file), output: output.split("waiting\n")[1] ?? "" };
  } finally {
    await endAll(marker);
    await Deno.remove(file);
  }
}

Deno.test("leak-01: an uncaught error leaves no agent behind, and the exit code is 1", async () => {
  const { code, note } = await die("throw", "polite");
  assertEquals([code, note], [1, "INT"]);
});

Deno.test("leak-01: a rejection that nobody handles leaves no agent behind, and the exit code is 1", async () => {
  const { code, note } = await die("reject", "polite");
  assertEquals([code, note], [1, "INT"]);
});

Deno.test("leak-01: Deno.exit(3) leaves no agent behind, and the exit code is 3", async () => {
  const { code, note } = await die("exit", "polite");
  assertEquals([code, note], [3, "INT"]);
});

Deno.test("leak-01: an agent that ignores SIGINT is killed all the same", async () => {
  assertEquals((await die("throw", "deaf")).code, 1);
  assertEquals((await die("exit", "deaf")).code, 3);
});

Deno.test("leak-01: SIGTERM, SIGINT and SIGHUP end the agent in good order, with 143, 130 and 129", async () => {
  for (const [name, expected] of [["SIGTERM", 143], ["SIGINT", 130], ["SIGHUP", 129]] as const) {
    const { code, note, output } = await die("wait", "polite", [name]);
    assertEquals([code, note], [expected, "INT"]);
    // The script's own code still ran: it was told that its agent had gone.
    assert(output.includes("gone\n") && output.includes("ended\n"), output);
  }
});

Deno.test("leak-01: one guard that fails does not keep the others from ending", async () => {
  const { code, note, output } = await die("twice", "polite", ["SIGTERM"]);
  assertEquals([code, note], [143, "INT"]);
  assert(output.includes("ended\n"));
});

Deno.test("int-05: a second signal kills at once what the first could not end", async () => {
  const { code, note } = await die("never_ends", "deaf", ["SIGINT", "SIGINT"]);
  assertEquals([code, note], [130, ""]);
});

Deno.test("guardAgent leaves an error alone that a listener before it has prevented", async () => {
  // The script survives the error and its agent works on, until SIGTERM comes.
  const { code, note, output } = await die("prevented", "polite", ["SIGTERM"]);
  assertEquals([code, note], [143, "INT"]);
  assert(output.includes("ending\n"));
});

Deno.test("mem-01: 50 guards, 20 of them at once, leave no listener behind", async () => {
  const counts = countListeners();
  const before = counts.now();
  const release = counts.watch();
  try {
    const guard = { end: () => Promise.resolve(), kill: () => {} };
    const releases = Array.from({ length: 20 }, () => guardAgent(guard));
    const most = counts.now();
    for (let agent = 20; agent < 50; agent++) {
      releases.shift()?.();
      releases.push(guardAgent(guard));
    }
    assertEquals(counts.now(), most);
    for (const done of releases) {
      done();
      done();
    }
    await Promise.resolve();
    assertEquals(counts.now(), before);
    assert(most > before);
    // And again: they come back when they are needed.
    guardAgent(guard)();
    assertEquals(counts.now(), before);
  } finally {
    release();
  }
});

/** Counts listeners for signals and global events that are added and not removed while it watches. */
function countListeners(): { now: () => number; watch: () => () => void } {
  let count = 0;
  const real = {
    addSignal: Deno.addSignalListener,
    removeSignal: Deno.removeSignalListener,
    add: globalThis.addEventListener,
    remove: globalThis.removeEventListener,
  };
  const watch = () => {
    Deno.addSignalListener = (...args) => (count++, real.addSignal(...args));
    Deno.removeSignalListener = (...args) => (count--, real.removeSignal(...args));
    globalThis.addEventListener = (...args: Parameters<typeof real.add>) => (count++, real.add.apply(globalThis, args));
    globalThis.removeEventListener = (
      ...args: Parameters<typeof real.remove>
    ) => (count--, real.remove.apply(globalThis, args));
    return () => {
      Deno.addSignalListener = real.addSignal;
      Deno.removeSignalListener = real.removeSignal;
      globalThis.addEventListener = real.add;
      globalThis.removeEventListener = real.remove;
    };
  };
  return { now: () => count, watch };
}
