/** Numbers from a seed, the same on every machine. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6D2B79F5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of several. */
export function pick<T>(next: () => number, from: readonly T[]): T {
  return from[Math.floor(next() * from.length)]!;
}

/** The programs that the generated texts call; functions of these names stand in for them. */
export const PROGRAMS = ["git", "ls", "cat", "make", "deno", "g++", "a.b", "x-y", "_z", "p1"];

/** Wrappers, those of the shell's own too; functions of these names stand in for them as well. */
export const WRAPPERS = ["env", "sudo", "timeout", "nice", "nohup", "setsid", "xargs", "command", "exec", "eval"];

/** What may stand between two commands: what can be proved, and what cannot. */
export const OPERATORS = ["&&", "||", ";", "|", "|&", "&", "\n"];

const BARE =
  "a b ab x.ts -l --opt=1 src/a HEAD~1 HEAD^ a#b +x @x %s a,b 1 v1.2:x a=b ~ * ? [ab] {a,b} $x # ! =ls a* x=~ é"
    .split(" ");
const QUOTED =
  'a b $x `a` $(ls) ; && | > < * ? ~ # ! \\ \\n \\\\ " \' é 日 \t {a,b} & ( ) = % \n ${x} $$ \\$x \\` \\" !! !a'
    .split(" ");
const RARE = [
  "$x",
  "$(ls)",
  "`ls`",
  ">o",
  "<a",
  "&",
  "(ls)",
  "\n",
  "\\\n",
  "$'a'",
  '$"a"',
  "x=1",
  "{ ls; }",
  "!",
  "'",
  '"',
];

/** A shell text of words in every kind of quotes, joined by every operator, now and then with something else in it. */
export function generateCommand(next: () => number): string {
  let text = simple(next);
  while (next() < 0.3) {
    const space = pick(next, ["", " "]);
    text += space + pick(next, [...OPERATORS.slice(0, 4), ...OPERATORS.slice(0, 4), ...OPERATORS.slice(4)]) + space +
      simple(next);
  }
  return text;
}

function simple(next: () => number): string {
  const words = [pick(next, PROGRAMS)];
  if (next() < 0.15) words.unshift(pick(next, WRAPPERS), ...next() < 0.3 ? ["-n", "5"] : []);
  if (next() < 0.05) words[0] = pick(next, ["'ls'", "l\\s", '"git"', "if", "time", "x=1", "$x"]);
  while (next() < 0.6) words.push(word(next));
  return words.join(pick(next, [" ", " ", "  "]));
}

function word(next: () => number): string {
  if (next() < 0.03) return pick(next, RARE);
  let text = piece(next);
  while (next() < 0.3) text += piece(next);
  return text;
}

function piece(next: () => number): string {
  const kind = next();
  const inside = () => {
    let text = "";
    while (next() < 0.6) text += pick(next, QUOTED);
    return text;
  };
  if (kind < 0.45) return BARE[Math.floor(next() ** 2 * BARE.length)]!;
  if (kind < 0.75) return `'${inside().replaceAll("'", "")}'`;
  if (kind < 0.93) return `"${next() < 0.8 ? inside().replace(/["$`\\]/g, "") : inside()}"`;
  return `\\${pick(next, [..." $`;&|<>()*?[]{}~#!='\"\\a"])}`;
}

const TOKENS = (
  "mark|mark|mark| | | | |;|;|&&|\\|\\||\\||&|\n|'|\"|`|$(|)|(|{ |; }|\\|$x|${x:-|}|$'|\\'|\\x6d|ark|m|\"\"|''|eval |ls |cat |" +
  "if ls; then |; fi|else |! |for i in a b; do |; done|case x in |x) |;;|esac|x=|x=mark |[[ a |]]|((|))|$((|1|<<EOF\n|" +
  "<<'EOF'\n|\nEOF\n|EOF\n|# |#|>o |2>&1|<(|command |builtin |exec |time |$|\\\n|{mark,a}|m?rk|[m]ark|~|\\m|f() { |-x|--|a"
).split(/(?<!\\)\|/).map((token) => token.replace(/\\\|/g, "|"));

const WHOLE: readonly ((next: () => number) => string)[] = [
  (next) => `$(${soup(next, 3)})`,
  (next) => `\`${soup(next, 3).replaceAll("`", "")}\``,
  (next) => `"${soup(next, 3).replaceAll('"', "")}"`,
  (next) => `'${soup(next, 3).replaceAll("'", "")}'`,
  (next) => `eval '${soup(next, 3).replaceAll("'", "")}'`,
  (next) => `(${soup(next, 3)})`,
  (next) => `{ ${soup(next, 3)}; }`,
  (next) => `if ls; then ${soup(next, 3)}; fi`,
  (next) => `case x in x) ${soup(next, 3)};; esac`,
  (next) => `case a in (b|x) ;; *) ${soup(next, 3)} ;; esac`,
  (next) => `for i in a; do ${soup(next, 3)}; done`,
  (next) => `f() { ${soup(next, 2)}; }; f`,
  (next) => `cat <<EOF\n${soup(next, 3)}\nEOF\n`,
  (next) => `cat <<'EOF'\n${soup(next, 3)}\nEOF\n`,
  (next) => `\${y:-${soup(next, 2)}}`,
  (next) => `"\${y:-${soup(next, 2)}}"`,
  (next) => `$((${soup(next, 2)}))`,
  (next) => `[[ ${soup(next, 2)} ]]`,
  (next) => `command ${soup(next, 2)}`,
  (next) => `${pick(next, ["env", "env A=1", "sudo", "sudo -u me", "nice -n 5", "nohup", "timeout 5", "xargs"])} mark `,
  (next) => `sh -c '${soup(next, 2).replaceAll("'", "")}'`,
  (next) => `$'${soup(next, 2).replaceAll("'", "")}'`,
  (next) => `cat <(${soup(next, 2)})`,
  (next) => `x=$(${soup(next, 2)}) `,
];

/** A text of shell tokens in any order, of which bash understands some. */
export function generateSoup(next: () => number): string {
  return soup(next, 6);
}

function soup(next: () => number, longest: number): string {
  let text = "";
  const length = 1 + Math.floor(next() * longest);
  for (let i = 0; i < length; i++) {
    const kind = next();
    if (kind < 0.4) text += pick(next, WHOLE)(next);
    else if (kind < 0.85) text += pick(next, ["mark", "mark a", "ls ", "; ", "; ", " && ", "\n", "\n", " ", "mark; "]);
    else text += pick(next, TOKENS);
  }
  return text.length > 2_000 ? "mark" : text;
}
