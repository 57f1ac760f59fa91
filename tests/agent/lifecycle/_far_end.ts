import { type ScriptTransport, scriptTransport } from "../../../lib/testing/script_transport.ts";
import type { WrittenLine } from "../../../lib/testing/written_line.ts";
import { canUseTool, replay, result, sessionState } from "../../../lib/testing/frames/mod.ts";
import type { ResultMessage } from "../../../lib/protocol/messages.ts";
import type { Launch } from "../../../lib/process/transport.ts";

/** A process in the test's hand, with a log of all that was done to it, in order. */
export interface FarEnd extends ScriptTransport {
  /** What was written, in a word or two each, `EOF`, and the signals. */
  readonly log: string[];
  /** What it was started with. */
  launch: Launch | undefined;
  /** Resolves when the log holds an entry so many times. */
  until(entry: string, times?: number): Promise<void>;
  /** Makes all later writes fail. */
  breakInput(error: Error): void;
}

/** Makes a process that does nothing by itself. */
export function farEnd(launch?: Launch): FarEnd {
  const cli = scriptTransport() as FarEnd;
  const log: string[] = [];
  const waiters = new Set<() => void>();
  let broken: Error | undefined;
  const note = (entry: string) => {
    log.push(entry);
    for (const look of waiters) look();
  };
  const [write, end, signal] = [cli.write.bind(cli), cli.end.bind(cli), cli.signal.bind(cli)];
  return Object.assign(cli, {
    log,
    launch,
    write(line: string) {
      if (broken !== undefined) return Promise.reject(broken);
      const written = write(line);
      note(describe(JSON.parse(line)));
      return written;
    },
    end() {
      if (!log.includes("EOF")) note("EOF");
      return end();
    },
    signal(name: "SIGINT" | "SIGTERM" | "SIGKILL") {
      note(name);
      signal(name);
    },
    until(entry: string, times = 1): Promise<void> {
      const reached = () => log.filter((each) => each === entry).length >= times;
      if (reached()) return Promise.resolve();
      return new Promise((resolve) => {
        const look = () => {
          if (!reached()) return;
          waiters.delete(look);
          resolve();
        };
        waiters.add(look);
      });
    },
    breakInput(error: Error) {
      broken = error;
    },
  });
}

function describe(line: WrittenLine): string {
  if (line.type === "user") return `prompt ${JSON.stringify(line.message?.content)}`;
  if (line.type === "control_request") return `${line.request?.subtype}`;
  if (line.type !== "control_response") return `${line.type}`;
  const { subtype, request_id: id, response } = line.response ?? {};
  if (subtype === "error") return `error ${id}`;
  const output = response?.hookSpecificOutput as { permissionDecision?: string } | undefined;
  return `${response?.behavior ?? output?.permissionDecision ?? response?.decision ?? "neutral"} ${id}`;
}

/** Answers the handshake. */
export async function handshake(cli: FarEnd, response?: Record<string, unknown>): Promise<WrittenLine> {
  const line = await cli.nextLine((each) => each.request?.subtype === "initialize");
  cli.answer(line, response);
  return line;
}

/** Waits for the next prompt. */
export function prompt(cli: FarEnd): Promise<WrittenLine> {
  return cli.nextLine((line) => line.type === "user");
}

/** Waits for the next control request of a kind. */
export function request(cli: FarEnd, subtype: string): Promise<WrittenLine> {
  return cli.nextLine((line) => line.request?.subtype === subtype);
}

/** Takes the next prompt as the CLI does: running, and its echo. */
export async function takePrompt(cli: FarEnd): Promise<WrittenLine> {
  const line = await prompt(cli);
  cli.push(sessionState("running"), replay(String(line.message?.content), { uuid: line.uuid! }));
  return line;
}

/** Begins a run as the CLI does: the handshake, then the first prompt. */
export async function begin(cli: FarEnd): Promise<WrittenLine> {
  await handshake(cli);
  return await takePrompt(cli);
}

/** Asks for a permission, and waits for the answer that is expected: `allow r-1`. */
export async function askToMake(cli: FarEnd, answer: `${"allow" | "deny"} ${string}`): Promise<void> {
  const requestId = answer.slice(answer.indexOf(" ") + 1);
  cli.push(canUseTool("Bash", { command: "make" }, { requestId }));
  await cli.until(answer);
}

/** Ends a turn as the CLI does: the result, then idle. */
export function endTurn(cli: FarEnd, fields: Partial<ResultMessage> = {}): void {
  cli.push(result(fields), sessionState("idle"));
}

/** Ends the last turn and the run. */
export async function endRun(cli: FarEnd): Promise<void> {
  endTurn(cli);
  await cli.ended;
  cli.exit();
}

/** Plays a process whole: each prompt is answered by its own text; exits with its input. */
export async function serve(cli: FarEnd, fields: Partial<ResultMessage> = {}): Promise<void> {
  await handshake(cli);
  while (!cli.isEnded) {
    let line: WrittenLine;
    try {
      line = await takePrompt(cli);
    } catch {
      break;
    }
    endTurn(cli, { result: `did ${line.message?.content}`, ...fields });
  }
  await cli.ended;
  cli.exit(fields.is_error === true ? 1 : 0);
}
