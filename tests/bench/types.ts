/** What the producer is told: the `BENCH_*` variables of its environment, which consumers see too. */
export type Work = Readonly<Record<`BENCH_${string}`, string | number>>;

/** What was put in place before the first row runs. */
export interface Setup {
  /** The program that stands in for `claude`: the compiled producer, or its Deno twin. */
  producer: string;
  /** Which of both it is. */
  producerKind: "C" | "Deno";
  /** The Node that runs consumers. */
  node: string;
  /** The Deno that runs consumers: the one that runs the benchmark. */
  deno: string;
  /** The repository's folder, with a slash at its end. */
  root: string;
  /** The official SDK's folder, with a slash at its end: `package.json`, `deno.json` and `node_modules` lie in it. */
  sdkFolder: string;
  /** The SDK's entry, as a `file:` URL. */
  sdkEntry: string;
  /** Whether `taskset` can tie a process to one core. */
  canPin: boolean;
  /** The versions of everything that takes part, by name. */
  versions: Readonly<Record<string, string>>;
  /** Where the benchmark runs. */
  machine: Machine;
}

/** What is known of the machine. */
export interface Machine {
  /** The processor's name. */
  cpu: string;
  /** How many cores there are. */
  cores: number;
}

/** How a consumer is started. */
export interface Command {
  program: string;
  args: readonly string[];
}

/** One that does the work. */
export interface Contestant {
  /** The name in the tables. */
  name: string;
  /** Tells how it is started. */
  command: (setup: Setup) => Command;
}

/** What a producer says that it did. */
export interface Report {
  /** The producer's process. */
  pid: number;
  /** When the first byte came on its standard input, in nanoseconds of the wall clock; 0 for never. */
  firstByte: number;
  /** When it ended, by the same clock, where a grandchild holds the pipe (`BENCH_HOLD_MS`); 0 otherwise. */
  ended: number;
  /** How many events it wrote. */
  events: number;
  /** How many UTF-16 units the events' texts have together. */
  characters: number;
  /** The checksum of the texts. */
  checksum: number;
  /** The time of each permission round trip, in nanoseconds. */
  trips: readonly number[];
}

/** What one start of one contestant gave. */
export interface Measurement {
  /** The numbers that the consumer printed, by name. */
  values: Readonly<Record<string, number>>;
  /** What the producers said; one for each child that the consumer started. */
  reports: readonly Report[];
  /** When the consumer's process was started, in nanoseconds of the wall clock. */
  startedAt: number;
}

/** One piece of work that several do side by side. */
export interface Case {
  /** The name in the tables and for goals. */
  name: string;
  /** What the producer is told. */
  work: Work;
  /** Who does it. */
  contestants: readonly Contestant[];
  /** Ties consumer and producer to one core, where `taskset` exists. @default false */
  oneCore?: boolean;
  /** How long one start may take, in seconds; then it is ended and the row has failed. @default 60 */
  deadline?: number;
  /**
   * Finds what is wrong with a measurement, in words; undefined when nothing is.
   *
   * @default `sameAsProducers`: events, characters and checksum are those of the producers together
   */
  check?: (measurement: Measurement) => string | undefined;
}

/** What is told of a measurement: a pair of columns in the table, the number and its ratio to the reference. */
export interface Quantity {
  /** The name with its unit, for example `"events/s"`. */
  name: string;
  /** Finds the number; NaN when this machine cannot tell. */
  of: (measurement: Measurement, one: Case) => number;
}

/** A measurement's place in a round. */
export interface Place {
  case: string;
  contestant: string;
  quantity: string;
}

/** Finds a number of one round. */
export type Round = (place: Place) => number;

/** What has to be reached. Exactly one of `atLeast` and `atMost` is given. */
export interface Goal {
  /** What is compared, in a few words. */
  text: string;
  atLeast?: number;
  atMost?: number;
  /** What stands behind the numbers. @default "×" */
  unit?: string;
  /** The number of one round; the median over the rounds is held against the goal. */
  of: (round: Round) => number;
}

/** What a goal came to. */
export interface GoalResult {
  /** What is compared. */
  text: string;
  /** For example `"at least 1.8 ×"`. */
  wanted: string;
  /** The median, formatted. */
  today: string;
  /** Whether it was reached; undefined when this machine cannot tell. */
  reached: boolean | undefined;
}

/** What a row tells. */
export interface Section {
  /** The goals with what they came to. */
  goals: readonly GoalResult[];
  /** Paragraphs and tables in markdown, below the goals. */
  body: readonly string[];
  /** How many rounds there were. @default as many as were asked for */
  rounds?: number;
}

/** One row of the benchmark. */
export interface Row {
  /** The number of its goal. */
  number: number;
  /** The name for `--only`. */
  name: string;
  /** The title in the results. */
  title: string;
  /** Does everything that the row needs. Throws when a consumer is wrong or breaks. */
  run: (bench: Bench) => Promise<Section>;
}

/** What a row works with. */
export interface Bench {
  setup: Setup;
  /** How many rounds the person asked for; at least five otherwise. */
  rounds: number;
  /** Starts one contestant once, checks what it says, and gives its numbers. */
  measure: (contestant: Contestant, work: Case) => Promise<Measurement>;
  /** Tells the person what goes on, on standard error. */
  say: (text: string) => void;
}
