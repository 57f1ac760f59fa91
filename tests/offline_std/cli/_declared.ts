import type { Aliases, OneOrMore, ParseOptions } from "./_types.ts";

/** The options of a call, as sets that answer questions about one name. */
export class Declared {
  readonly #aliases: Map<string, readonly string[]>;
  readonly #booleans: Set<string>;
  readonly #strings: Set<string>;
  readonly #collected: Set<string>;
  readonly #negatable: Set<string>;
  readonly #allBooleans: boolean;

  constructor(options: ParseOptions) {
    const { boolean = false } = options;
    this.#aliases = readAliases(options.alias ?? {});
    this.#allBooleans = boolean === true;
    this.#booleans = this.#withAliases(typeof boolean === "boolean" ? [] : boolean);
    this.#strings = this.#withAliases(options.string);
    this.#collected = this.#withAliases(options.collect);
    this.#negatable = this.#withAliases(options.negatable);
  }

  get booleans(): Iterable<string> {
    return this.#booleans;
  }

  get collectedStrings(): Iterable<string> {
    return this.#strings.intersection(this.#collected);
  }

  namesOf(key: string): string[] {
    return [key, ...this.#aliases.get(key) ?? []];
  }

  isBoolean(key: string): boolean {
    return this.namesOf(key).some((name) => this.#booleans.has(name));
  }

  isString(key: string): boolean {
    return this.#strings.has(key);
  }

  isCollected(key: string): boolean {
    return this.#collected.has(key);
  }

  isNegatable(key: string): boolean {
    return this.#negatable.has(key);
  }

  /** Whether `--key` never takes the next argument. */
  isFlag(key: string): boolean {
    return this.#allBooleans || this.isBoolean(key);
  }

  /** Whether `--key=value` is read as true or false; a declared name only, no alias of one that is declared later. */
  readsBoolean(key: string): boolean {
    return this.#booleans.has(key);
  }

  knows(key: string, arg: string): boolean {
    if (this.#allBooleans && /^--[^=]+$/.test(arg)) return true;
    return [this.#aliases, this.#booleans, this.#strings, this.#collected].some((names) => names.has(key));
  }

  #withAliases(names: OneOrMore<string> = []): Set<string> {
    return new Set([names].flat().filter((name) => name !== "").flatMap((name) => this.namesOf(name)));
  }
}

function readAliases(aliases: Aliases): Map<string, readonly string[]> {
  const all = new Map<string, readonly string[]>();
  for (const [key, value] of Object.entries(aliases)) {
    if (value === undefined) throw new TypeError("Alias value must be defined");
    const others = [value].flat();
    all.set(key, others);
    for (const name of others) all.set(name, [key, ...others.filter((other) => other !== name)]);
  }
  return all;
}
