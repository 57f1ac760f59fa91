import { BytePipe } from "./byte_pipe.ts";
import type { Ids } from "./_ids.ts";
import type { WrittenLine } from "./written_line.ts";

/** The simulated process has gone: whatever its scenario still waits for ends with this. */
export class ProcessGone extends Error {
  /** Always `"ProcessGone"`. */
  override readonly name = "ProcessGone";

  /** Makes the reason with which a scenario is left. */
  constructor() {
    super("Cannot go on with the scenario: its simulated process has gone");
  }
}

/** What came of a control request to the script. */
export type Reply =
  | { subtype: "success"; request_id: string; response?: unknown }
  | { subtype: "error"; request_id: string; error: string }
  | { subtype: "aborted" }
  | { subtype: "eof" };

interface Pending {
  owner: object | undefined;
  beforeEcho: ((reply: Reply) => void) | undefined;
  onReply: (() => void) | undefined;
  resolve: (reply: Reply) => void;
  reject: (reason: unknown) => void;
}

/** The two ends of the pipe as the simulated process sees them: what it says, what it waits for. */
export class Wire {
  /** Standard output. */
  readonly output: BytePipe = new BytePipe();
  /** Standard error. */
  readonly stderr: BytePipe = new BytePipe();
  /** What the script wrote. */
  readonly received: WrittenLine[] = [];
  readonly #ids: Ids;
  readonly #isNew: boolean;
  readonly #pending = new Map<string, Pending[]>();
  #state: "open" | "eof" | "gone" = "open";

  /** Opens both pipes, of the newer CLI or the older. */
  constructor(ids: Ids, isNew: boolean) {
    this.#ids = ids;
    this.#isNew = isNew;
  }

  /** Writes a frame as a line. */
  emit(frame: object): void {
    if (this.#state !== "gone") this.output.write(`${JSON.stringify(frame)}\n`);
  }

  /** Asks the script, unless its end is closed. `beforeEcho` and `onReply` are called at once when it has answered. */
  request(
    request: object,
    owner: object | undefined,
    { id = this.#ids.uuid("request"), beforeEcho, onReply }: {
      id?: string;
      beforeEcho?: (reply: Reply) => void;
      onReply?: () => void;
    } = {},
  ): Promise<Reply> {
    if (this.#state === "gone") return Promise.reject(new ProcessGone());
    if (this.#state === "eof") return Promise.resolve({ subtype: "eof" });
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    this.#pending.set(id, [...this.#pending.get(id) ?? [], { owner, beforeEcho, onReply, resolve, reject }]);
    this.emit({ type: "control_request", request_id: id, request });
    return promise;
  }

  /** Gives an answer to the oldest request of its id, and echoes it where that is wanted; an unknown id is ignored. */
  answer(response: unknown, echo?: object): void {
    if (typeof response !== "object" || response === null) return;
    const { request_id: id, subtype } = response as { request_id?: unknown; subtype?: unknown };
    if (typeof id !== "string" || (subtype !== "success" && subtype !== "error")) return;
    const [first, ...others] = this.#pending.get(id) ?? [];
    if (others.length > 0) this.#pending.set(id, others);
    else this.#pending.delete(id);
    if (first === undefined) return;
    first.beforeEcho?.(response as Reply);
    // Seen on 2.1.332 and 2.1.197: the one echoes the answer before the news that it goes on, the other after it.
    if (echo !== undefined && this.#isNew) this.emit(echo);
    first.onReply?.();
    if (echo !== undefined && !this.#isNew) this.emit(echo);
    first.resolve(response as Reply);
  }

  /** Takes back one request, or all of an owner. */
  cancel(which: { id: string } | { owner: object }): void {
    for (const [id, list] of [...this.#pending]) {
      const taken = list.filter((one) => "id" in which ? id === which.id : one.owner === which.owner);
      if (taken.length === 0) continue;
      const left = list.filter((one) => !taken.includes(one));
      if (left.length > 0) this.#pending.set(id, left);
      else this.#pending.delete(id);
      this.emit({ type: "control_cancel_request", request_id: id });
      for (const one of taken) one.resolve({ subtype: "aborted" });
    }
  }

  /** Nobody will answer any more. */
  closeInput(): void {
    if (this.#state !== "open") return;
    this.#state = "eof";
    for (const one of this.#taken()) one.resolve({ subtype: "eof" });
  }

  /** The process has gone: both streams end. */
  close(): void {
    this.#state = "gone";
    this.output.close();
    this.stderr.close();
    for (const one of this.#taken()) one.reject(new ProcessGone());
  }

  #taken(): Pending[] {
    const all = [...this.#pending.values()].flat();
    this.#pending.clear();
    return all;
  }
}
