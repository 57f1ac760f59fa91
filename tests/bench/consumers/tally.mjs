/**
 * The check that is in every consumer, the same code on Node and on Deno: counts the events, sums their texts up, and tells
 * what the window from the first message to the result took.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import process from "node:process";

const STEP = 1009;

/** Counts what arrives; its numbers are compared with those of the producer. */
export class Tally {
  events = 0;
  characters = 0;
  checksum = 0;
  #began = 0;
  #ended = 0;
  #cpuBegan = { user: 0, system: 0 };
  #cpu = { user: 0, system: 0 };

  /** Opens the window: with the first message that is taken, or earlier by hand. */
  begin() {
    this.#cpuBegan = process.cpuUsage();
    this.#began = performance.now();
  }

  /** Closes the window: with the result, or by hand. */
  end() {
    this.#ended = performance.now();
    this.#cpu = process.cpuUsage(this.#cpuBegan);
  }

  /**
   * Takes every message that comes, as it comes.
   *
   * @param {object} message
   */
  take(message) {
    if (message.type === "stream_event") this.add(message.event.delta.text);
    else if (message.type === "assistant") this.add(message.message.content[0].text);
    else if (message.type === "system") { if (this.#began === 0) this.begin(); }
    else if (message.type === "result") this.end();
  }

  /**
   * Counts one event by its text.
   *
   * @param {string} text
   */
  add(text) {
    const length = text.length;
    let hash = Math.imul(this.checksum, 31) + length | 0;
    for (let index = 0; index < length; index += STEP) hash = Math.imul(hash, 31) + text.charCodeAt(index) | 0;
    hash = Math.imul(hash, 31) + text.charCodeAt(12) + text.charCodeAt(13) | 0;
    this.checksum = hash + text.charCodeAt(14) * 3 + text.charCodeAt(15) * 7 + text.charCodeAt(length - 1) | 0;
    this.events++;
    this.characters += length;
  }

  /**
   * Puts another tally to this one: that of another agent.
   *
   * @param {Tally} other
   */
  join(other) {
    this.events += other.events;
    this.characters += other.characters;
    this.checksum = this.checksum + other.checksum | 0;
  }

  /**
   * Prints the one line that the runner reads. CPU is that of the whole process, all its threads, in the window.
   *
   * @param {Record<string, number>} more Numbers of the consumer's own.
   */
  print(more = {}) {
    console.log(JSON.stringify({
      events: this.events,
      characters: this.characters,
      checksum: this.checksum >>> 0,
      seconds: (this.#ended - this.#began) / 1000,
      cpuSeconds: (this.#cpu.user + this.#cpu.system) / 1e6,
      peakMiB: peakMiB(),
      ...more,
    }));
  }
}

/** The most memory that the process ever had in use, in MiB; null where the system does not tell. */
export function peakMiB() {
  return fromStatus("VmHWM");
}

/** The memory that the process has in use now, in MiB; null where the system does not tell. */
export function memoryMiB() {
  return fromStatus("VmRSS");
}

/** @param {string} name */
function fromStatus(name) {
  try {
    const line = readFileSync("/proc/self/status", "utf8").split("\n").find((text) => text.startsWith(`${name}:`));
    return line === undefined ? null : Number(line.match(/\d+/)?.[0]) / 1024;
  } catch {
    return null;
  }
}
