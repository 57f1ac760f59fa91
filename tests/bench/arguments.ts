/** The fewest rounds whose medians are worth something; more can be asked for. */
export const LEAST_ROUNDS = 5;

/** What was asked for on the command line. */
export interface Asked {
  /** The rows that run. */
  only: string[];
  /** How many rounds each has. */
  rounds: number;
  /** Whether the producer's Deno twin runs even where a compiler is. */
  twin: boolean;
}

/** Reads the command line; a text says what is wrong with it. */
export function readArguments(args: readonly string[], names: readonly string[]): Asked | string {
  const asked: Asked = { only: [], rounds: LEAST_ROUNDS, twin: false };
  const rest = args.flatMap((arg) => arg.startsWith("--") && arg.includes("=") ? split(arg) : [arg]);
  for (let index = 0; index < rest.length; index++) {
    const arg = rest[index]!;
    const value = rest[index + 1];
    if (arg === "--twin") {
      asked.twin = true;
    } else if (arg === "--only") {
      if (value === undefined || !names.includes(value)) {
        return `Cannot run the row "${value ?? ""}": the rows are ${names.join(", ")}`;
      }
      asked.only.push(value);
      index++;
    } else if (arg === "--rounds") {
      asked.rounds = Number(value);
      if (!Number.isInteger(asked.rounds) || asked.rounds < 1) {
        return `Cannot run "${
          value ?? ""
        }" rounds: give a whole number above 0, or leave --rounds out for ${LEAST_ROUNDS}`;
      }
      index++;
    } else {
      return `Cannot use "${arg}": the flags are --only NAME, --rounds N and --twin`;
    }
  }
  if (asked.only.length === 0) asked.only = [...names];
  return asked;
}

function split(arg: string): string[] {
  const at = arg.indexOf("=");
  return [arg.slice(0, at), arg.slice(at + 1)];
}
