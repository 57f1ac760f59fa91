/**
 * The check of a consumer that takes its time: that no event is missing among those that it took, and how far its memory
 * grew meanwhile.
 *
 * @module
 */
import process from "node:process";
import { memoryMiB, peakMiB } from "./tally.mjs";

/** A hundred events a second. */
const PAUSE_MS = 10;
/** How many messages lie between two control requests of the consumer's own. */
const EVERY = 50;

/** Takes messages slowly, for `BENCH_SECONDS`. */
export class SlowWatch {
  #until = Infinity;
  #before = NaN;
  #messages = 0;
  #taken = 0;
  #misplaced = 0;
  #asked = 0;
  #answered = 0;

  /** Whether the time is up. */
  get done() {
    return performance.now() > this.#until;
  }

  /**
   * Takes a message; the promise resolves when the next one may come.
   *
   * @param {object} message
   * @param {(() => Promise<unknown>) | undefined} ask Sends a control request and waits for its answer.
   */
  async take(message, ask) {
    if (message.type === "system" && this.#until === Infinity) {
      this.#before = memoryMiB() ?? NaN;
      this.#until = performance.now() + Number(process.env.BENCH_SECONDS) * 1000;
    } else if (message.type === "stream_event") {
      // Its text begins with its ordinal.
      if (Number(message.event.delta.text.slice(0, 16)) !== this.#taken) this.#misplaced++;
      this.#taken++;
    }
    if (++this.#messages % EVERY === 0 && ask !== undefined) {
      this.#asked++;
      await ask();
      this.#answered++;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }

  /** Prints the one line that the runner reads. */
  print() {
    console.log(JSON.stringify({
      messages: this.#messages,
      taken: this.#taken,
      misplaced: this.#misplaced,
      asked: this.#asked,
      answered: this.#answered,
      grownMiB: (peakMiB() ?? NaN) - this.#before,
    }));
  }
}
