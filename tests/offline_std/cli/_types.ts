/** One name, or several. */
export type OneOrMore<Name extends string> = Name | readonly Name[];

/** Further names of an option, by its own name. */
export type Aliases = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What {@linkcode parseArgs} is told about the options that it may meet. */
export interface ParseOptions<
  B extends string = string,
  S extends string = string,
  C extends string = string,
  N extends string = string,
  D extends Record<string, unknown> = Record<string, unknown>,
  A extends Aliases = Aliases,
  DD extends boolean | undefined = boolean | undefined,
> {
  /** Whether what follows `--` is kept apart, under `"--"`. @default false */
  "--"?: DD;
  /** Further names of options. @default none */
  alias?: A;
  /** Options that are true or false; `true` for every `--option` without `=`. @default false */
  boolean?: boolean | OneOrMore<B>;
  /** Values of options that are not given. @default none */
  default?: D & Readonly<Record<string, unknown>>;
  /** Whether the first argument that is no option ends the options. @default false */
  stopEarly?: boolean;
  /** Options whose values stay text; `"_"` for the arguments that are no options. @default none */
  string?: OneOrMore<S>;
  /** Options that may be repeated, and whose values are gathered. @default none */
  collect?: OneOrMore<C>;
  /** Options that `--no-option` sets to false. @default none */
  negatable?: OneOrMore<N>;
  /** Called for what is not declared; `false` leaves it out. @default everything is taken */
  unknown?: (arg: string, key?: string, value?: unknown) => unknown;
}

/** What one option holds; names with a dot in them are nested at run time and not typed. */
type ValueOf<K, B, S, C, N, D> =
  | ([K] extends [C] ? Single<K, B, S>[] : Single<K, B, S>)
  | ([K] extends [N] ? false : never)
  | (K extends keyof D ? Widened<D[K]> : never);

type Single<K, B, S> = [K] extends [B] ? boolean : [K] extends [S] ? string : unknown;

type Widened<T> = T extends string ? string : T extends number ? number : T extends boolean ? boolean : T;

type Dotless<K> = K extends `${string}.${string}` ? never : K extends "_" ? never : K;

/** Options that may be missing: texts without default that are not gathered. */
type Missable<B, S, C, D> = Exclude<S, B | C | keyof D>;

type AliasOf<K, A> = K extends keyof A ? A[K] extends readonly (infer Name)[] ? Name : A[K] : never;

/** Own name and further names of an option. */
type NamesOf<K, A> = K | Extract<AliasOf<K, A>, string>;

type Required<B, S, C, D, A, N> = {
  [K in Dotless<Exclude<B | S | C | keyof D, Missable<B, S, C, D>>> as Extract<NamesOf<K, A>, string>]: ValueOf<
    K,
    B,
    S,
    C,
    N,
    D
  >;
};

type Optional<B, S, C, D, A, N> = {
  [K in Dotless<Missable<B, S, C, D>> as Extract<NamesOf<K, A>, string>]?: ValueOf<K, B, S, C, N, D>;
};

/** What {@linkcode parseArgs} returns. */
export type Args<
  B extends string = string,
  S extends string = string,
  C extends string = string,
  N extends string = string,
  D extends Record<string, unknown> = Record<string, unknown>,
  A extends Aliases = Aliases,
  DD extends boolean | undefined = boolean | undefined,
> =
  & ([B | S | C] extends [never] ? AnyValues : TypedValues<Literal<B>, Literal<S>, Literal<C>, Literal<N>, Known<D>, A>)
  & { /** The arguments that are no options. */ _: (string | number)[] }
  & ([DD] extends [true] ? { /** What follows `--`. */ "--": string[] }
    : true extends DD ? { /** What follows `--`. */ "--"?: string[] }
    : unknown);

/** Names as far as the compiler knows them one by one. */
type Literal<Name extends string> = string extends Name ? never : Name;

type Known<D> = string extends keyof D ? Record<never, never> : D;

// deno-lint-ignore no-explicit-any
type AnyValues = { [name: string]: any };

type TypedValues<B, S, C, N, D, A> =
  & { [name: string]: unknown }
  & Required<B, S, C, D, A, N>
  & Optional<B, S, C, D, A, N>;
