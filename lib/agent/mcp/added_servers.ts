import type { ServerLink } from "./server_link.ts";

/** Servers by name. */
export type Links = ReadonlyMap<string, ServerLink>;

/**
 * The servers that a running agent was given, as far as it is known: whoever gave a change up (its time was up, its
 * signal aborted) does not know whether the CLI carries it out. Until the answer comes, the servers from before and those
 * of the change are both there.
 */
export class AddedServers {
  /** What the CLI had at its last answer. */
  #settled: Links = new Map();
  /** Changes whose answers are still to come, in the order in which they are sent. */
  #open: readonly Links[] = [];
  #all: Links = new Map();
  readonly #close: (link: ServerLink) => void;

  /** @param close Lets a server go. */
  constructor(close: (link: ServerLink) => void) {
    this.#close = close;
  }

  /** All that the CLI may have. */
  get all(): Links {
    return this.#all;
  }

  /** Those that the CLI has or will have, if it carries out the last change. */
  get wanted(): Links {
    return this.#open.at(-1) ?? this.#settled;
  }

  /**
   * Begins a change that is about to be sent.
   *
   * @param servers Those that there will be.
   * @returns What follows from its answer, and from its refusal or from not being sent.
   */
  follow(servers: Links): { onAnswer(): void; onRefusal(): void } {
    this.#update(this.#settled, [...this.#open, servers]);
    return {
      onAnswer: () => {
        const place = this.#open.indexOf(servers);
        // Otherwise a later one was answered before, and holds. Those before this one have been overtaken by it.
        if (place >= 0) this.#update(servers, this.#open.slice(place + 1));
      },
      onRefusal: () => this.#update(this.#settled, this.#open.filter((each) => each !== servers)),
    };
  }

  #update(settled: Links, open: readonly Links[]): void {
    const before = this.#all;
    [this.#settled, this.#open] = [settled, open];
    this.#all = new Map([settled, ...open].flatMap((each) => [...each]));
    for (const [name, link] of before) if (this.#all.get(name) !== link) this.#close(link);
  }
}
