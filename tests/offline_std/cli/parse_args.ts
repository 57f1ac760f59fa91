import { Declared } from "./_declared.ts";
import { addNested, hasNested, type Nested, setNested } from "./_nested.ts";
import type { Aliases, Args, ParseOptions } from "./_types.ts";

export type { Aliases, Args, ParseOptions } from "./_types.ts";

/** Reads command-line arguments into an object: options by their names, the rest under `_`. */
export function parseArgs<
  const B extends string = never,
  const S extends string = never,
  const C extends string = never,
  const N extends string = never,
  D extends Record<string, unknown> = Record<never, never>,
  const A extends Aliases = Record<never, never>,
  const DD extends boolean | undefined = undefined,
>(args: readonly string[], options?: ParseOptions<B, S, C, N, D, A, DD>): Args<B, S, C, N, D, A, DD> {
  const reader = new Reader(args, (options ?? {}) as ParseOptions);
  return reader.read() as unknown as Args<B, S, C, N, D, A, DD>;
}

type Value = string | number | boolean;

class Reader {
  readonly #options: ParseOptions;
  readonly #declared: Declared;
  readonly #args: readonly string[];
  readonly #rest: readonly string[];
  readonly #positional: (string | number)[] = [];
  readonly #result: Nested = { _: this.#positional };
  #at = 0;

  constructor(args: readonly string[], options: ParseOptions) {
    this.#options = options;
    this.#declared = new Declared(options);
    const dashes = args.indexOf("--");
    this.#args = dashes < 0 ? args : args.slice(0, dashes);
    this.#rest = dashes < 0 ? [] : args.slice(dashes + 1);
  }

  read(): Nested {
    while (this.#at < this.#args.length) {
      const arg = this.#args[this.#at++]!;
      if (/^--./s.test(arg)) this.#readLong(arg);
      else if (/^-./s.test(arg)) this.#readShort(arg);
      else this.#readPositional(arg);
    }
    this.#fillIn();
    if (this.#options["--"]) this.#result["--"] = [...this.#rest];
    else this.#positional.push(...this.#rest);
    return this.#result;
  }

  #readPositional(arg: string): void {
    if (this.#options.unknown?.(arg) !== false) {
      this.#positional.push(this.#declared.isString("_") ? arg : toNumber(arg));
    }
    if (this.#options.stopEarly) this.#positional.push(...this.#args.slice(this.#at));
    if (this.#options.stopEarly) this.#at = this.#args.length;
  }

  /** `--key=value`, `--no-key`, `--key value`, `--key`. */
  #readLong(arg: string): void {
    const { negated, name, value } = arg.match(/^--(?<negated>no-(?=.))?(?<name>.[^=]*)(?:=(?<value>.*))?$/s)!.groups!;
    if (value !== undefined) {
      this.#set(name!, this.#declared.readsBoolean(name!) ? value !== "false" : value, arg);
    } else if (negated && this.#declared.isNegatable(name!)) {
      this.#put(name!, false, arg, false);
    } else {
      const key = `${negated ?? ""}${name}`;
      const takesNext = !this.#declared.isFlag(key) && !this.#args[this.#at]?.startsWith("-");
      this.#setFromNext(key, arg, takesNext);
    }
  }

  /** `-abc`, `-n5`, `-k=value`, `-I/path`, `-abc value`. */
  #readShort(arg: string): void {
    for (let at = 1; at < arg.length - 1; at++) {
      const letter = arg[at]!;
      const rest = arg.slice(at + 1);
      if (rest === "-") return this.#set(letter, rest, arg);
      if (rest === "=") return this.#set(letter, "", arg);
      const value = valueInGroup(letter, rest);
      if (value !== undefined) return this.#set(letter, value, arg);
      this.#set(letter, this.#declared.isString(letter) ? "" : true, arg);
    }
    const key = arg.at(-1)!;
    if (key === "-") return;
    const takesNext = !this.#declared.isBoolean(key) && !/^--?[^-]/.test(this.#args[this.#at] ?? "");
    this.#setFromNext(key, arg, takesNext);
  }

  /** Takes the next argument as value where it may be one, `true` and `false` in any case. */
  #setFromNext(key: string, arg: string, takesNext: boolean): void {
    const next = this.#args[this.#at];
    if (next && (takesNext || next === "true" || next === "false")) {
      this.#at++;
      this.#set(key, takesNext ? next : next === "true", arg);
    } else {
      this.#set(key, this.#declared.isString(key) ? "" : true, arg);
    }
  }

  #set(key: string, value: Value, arg: string): void {
    this.#put(key, value, arg, this.#declared.isCollected(key));
  }

  #put(key: string, value: Value, arg: string, collect: boolean): void {
    if (!this.#declared.knows(key, arg) && this.#options.unknown?.(arg, key, value) === false) return;
    const read = typeof value === "string" && !this.#declared.isString(key) ? toNumber(value) : value;
    const write = collect ? addNested : setNested;
    for (const name of this.#declared.namesOf(key)) write(this.#result, name, read);
  }

  /** What was not given: defaults first, then `false` for flags, then empty lists for what is gathered. */
  #fillIn(): void {
    for (const [key, value] of Object.entries(this.#options.default ?? {})) {
      if (hasNested(this.#result, key)) continue;
      for (const name of this.#declared.namesOf(key)) setNested(this.#result, name, value);
    }
    for (const key of this.#declared.booleans) {
      if (!hasNested(this.#result, key)) setNested(this.#result, key, this.#declared.isCollected(key) ? [] : false);
    }
    for (const key of this.#declared.collectedStrings) {
      if (!hasNested(this.#result, key)) setNested(this.#result, key, []);
    }
  }
}

/** The value that stands in one group with its letter: `5` in `-n5`, `x=y` in `-k=x=y`, `/path` in `-I/path`. */
function valueInGroup(letter: string, rest: string): string | undefined {
  if (/[A-Za-z]/.test(letter)) {
    const assigned = rest.match(/=(.+)/)?.[1];
    if (assigned !== undefined) return assigned;
    if (/-?\d+(\.\d*)?(e-?\d+)?$/.test(rest)) return rest;
  }
  return rest.length > 1 && /\W/.test(rest[0]!) ? rest : undefined;
}

function toNumber(text: string): string | number {
  return /\S/.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
}
