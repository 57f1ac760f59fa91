/**
 * The twin of `producer.c`, for machines without a C compiler: the same environment, the same bytes, the same report, at
 * less speed. A test compares both byte for byte.
 *
 * @module
 */
import { answerTo, INIT, permissionRequest, requestId, RESULT } from "./frames.ts";
import { EventLine } from "./line.ts";

const BLOCK = 1 << 16;
const MOST_REQUESTS = 1 << 16;

const encoder = new TextEncoder();
const line = new EventLine({
  seed: number("BENCH_SEED", 1),
  bytes: number("BENCH_BYTES", 316),
  plain: number("BENCH_PLAIN", 0) !== 0,
  whole: Deno.env.get("BENCH_KIND") === "text",
});
const trips: number[] = [];
let firstByte = 0;
let ended = 0;
let reported = false;
let urgent = "";
let closed = false;
let prompted = false;
let awaited = "";
let answer: "allow" | "deny" | undefined;
let heard = Promise.withResolvers<void>();

void listen();
await speak();
const held = number("BENCH_HOLD_MS", 0);
if (held > 0) ended = wallClock();
if (!prompted || held > 0) report();
if (held > 0) hold(held);
Deno.exit(0);

async function speak(): Promise<void> {
  while (!prompted && !closed) await hear();
  if (prompted) {
    await put(INIT);
    const requests = Math.min(number("BENCH_REQUESTS", 0), MOST_REQUESTS);
    for (let index = 0; index < requests && !closed; index++) {
      await putEvents(number("BENCH_BURST", 0));
      await ask(index);
    }
    await putEvents(number("BENCH_EVENTS", 0));
    report();
    await put(RESULT);
    await putUrgent();
  }
  while (!closed) await hear();
}

/** Takes in what comes, whatever else goes on. */
async function listen(): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const block of Deno.stdin.readable) {
    if (firstByte === 0) firstByte = wallClock();
    const frames = (rest + decoder.decode(block, { stream: true })).split("\n");
    rest = frames.pop()!;
    for (const frame of frames) take(frame);
    wake();
  }
  closed = true;
  wake();
}

/** Nanoseconds, as far as a number is exact. */
function wallClock(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 1e6);
}

function wake(): void {
  heard.resolve();
  heard = Promise.withResolvers();
}

/** Waits until something came, unless it did already, and writes the answers to it. */
async function hear(): Promise<void> {
  if (urgent === "") await heard.promise;
  await putUrgent();
}

function take(frame: string): void {
  if (frame.includes('"type":"control_request"')) {
    const id = field(frame, "request_id");
    const subtype = field(frame, "subtype");
    if (id === undefined || subtype === undefined) return;
    urgent += answerTo(id, subtype);
    if (subtype === "interrupt") closed = true;
  } else if (frame.includes('"type":"control_response"')) {
    if (awaited !== "" && frame.includes(awaited)) answer = frame.includes('"behavior":"allow"') ? "allow" : "deny";
  } else if (frame.includes('"type":"user"')) {
    prompted = true;
  }
}

/** The text of a field, found by its name: enough for frames that one serialiser writes without spaces. */
function field(frame: string, name: string): string | undefined {
  return frame.match(new RegExp(`"${name}":"([^"]*)"`))?.[1];
}

async function putEvents(count: number): Promise<void> {
  const block = new Uint8Array(BLOCK);
  let used = 0;
  for (let left = count; left > 0 && !closed; left--) {
    line.next();
    if (line.bytes.length > BLOCK) {
      await put(line.bytes);
      await putUrgent();
      continue;
    }
    if (used + line.bytes.length > BLOCK) {
      await put(block.subarray(0, used));
      await putUrgent();
      used = 0;
    }
    block.set(line.bytes, used);
    used += line.bytes.length;
  }
  await put(block.subarray(0, used));
  await putUrgent();
}

async function ask(index: number): Promise<void> {
  awaited = requestId(index);
  answer = undefined;
  const from = performance.now();
  await put(permissionRequest(index));
  while (answered() === undefined && !closed) await hear();
  const to = performance.now();
  if (answered() === "deny") throw new Error("A request was denied");
  if (answered() === "allow") trips.push(Math.round((to - from) * 1e6));
  awaited = "";
  await putUrgent();
}

/** The answer, by a function: it changes while others wait, which the compiler cannot see. */
function answered(): "allow" | "deny" | undefined {
  return answer;
}

async function putUrgent(): Promise<void> {
  while (urgent !== "") {
    const text = urgent;
    urgent = "";
    await put(text);
  }
}

async function put(content: string | Uint8Array): Promise<void> {
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  try {
    for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    if (!reported) report();
    Deno.exit(0);
  }
}

function report(): void {
  reported = true;
  const path = Deno.env.get("BENCH_REPORT");
  if (path === undefined || path === "") return;
  const { events, characters, checksum } = line;
  const name = `${path}.${Deno.pid}`;
  const told = { pid: Deno.pid, firstByte, ended, events, characters, checksum, trips };
  Deno.writeTextFileSync(`${name}.new`, `${JSON.stringify(told)}\n`);
  Deno.renameSync(`${name}.new`, name);
}

/** What a shell command in the background does: it inherits the pipes, and outlives the program that started it. */
function hold(milliseconds: number): void {
  new Deno.Command("sleep", {
    args: [String(milliseconds / 1000)],
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  })
    .spawn().unref();
}

function number(name: string, otherwise: number): number {
  const value = Deno.env.get(name);
  return value === undefined || value === "" ? otherwise : Number(value);
}
