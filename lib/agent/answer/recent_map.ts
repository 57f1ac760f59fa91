/** How many characters all values of a map may hold: a tool's input can be a whole file. */
const MOST_CHARACTERS = 2 ** 24;

/** A map that keeps the entries that were added last; the oldest make room where there are too many, or too much in them. */
export class RecentMap<Value> extends Map<string, Value> {
  readonly #most: number;
  readonly #sizes = new Map<string, number>();
  #characters = 0;

  /** @param most How many entries are kept. */
  constructor(most: number) {
    super();
    this.#most = most;
  }

  /** Adds an entry, or changes one, which does not make it newer. It is kept itself, whatever its size. */
  override set(key: string, value: Value): this {
    const size = charactersIn(value);
    this.#characters += size - (this.#sizes.get(key) ?? 0);
    this.#sizes.set(key, size);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (oldest === key || (this.size <= this.#most && this.#characters <= MOST_CHARACTERS)) break;
      this.delete(oldest);
    }
    return this;
  }

  override delete(key: string): boolean {
    this.#characters -= this.#sizes.get(key) ?? 0;
    this.#sizes.delete(key);
    return super.delete(key);
  }
}

/** How much a value holds, about. Plain data may be nested as deep as a parser goes, so this does not call itself. */
function charactersIn(value: unknown): number {
  if (typeof value === "string") return value.length;
  let count = 8;
  const open: object[] = typeof value === "object" && value !== null ? [value] : [];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    for (const key of Object.keys(each)) {
      const item = (each as Record<string, unknown>)[key];
      count += key.length + (typeof item === "string" ? item.length : 8);
      if (typeof item === "object" && item !== null) open.push(item);
    }
  }
  return count;
}
