/** How two values differ, as text for a person. */
export function difference(actual: unknown, expected: unknown): string {
  const lines = diffLines(show(actual).split("\n"), show(expected).split("\n"));
  return `\n\n    [Diff] Actual / Expected\n\n\n${lines.join("\n")}\n`;
}

/** A value as text, one property a line, keys in order. */
export function show(value: unknown): string {
  return Deno.inspect(value, {
    depth: Infinity,
    sorted: true,
    trailingComma: true,
    compact: false,
    iterableLimit: Infinity,
    strAbbreviateSize: Infinity,
    getters: true,
  });
}

/** The text without colours. */
export function plain(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/\x1b\[[0-9;]*m/g, "");
}

/** The text, four columns to the right. */
export function indented(text: string): string {
  return text.replace(/^/gm, "    ");
}

/** Lines with `-` for those only the first has, `+` for those only the second has. */
function diffLines(a: string[], b: string[]): string[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  return [
    ...a.slice(0, head).map((line) => `    ${line}`),
    ...diffMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...a.slice(a.length - tail).map((line) => `    ${line}`),
  ];
}

/** More cells than this are not worth the wait: then everything goes and everything comes. */
const MOST_CELLS = 4_000_000;

function diffMiddle(a: string[], b: string[]): string[] {
  const lines: string[] = [];
  let [i, j] = [0, 0];
  const additionsFirst = b.length > a.length;
  if (a.length * b.length <= MOST_CELLS) {
    const common = commonLengths(a, b);
    const width = b.length + 1;
    while (i < a.length && j < b.length) {
      if (a[i] === b[j]) {
        lines.push(`    ${a[i++]}`);
        j++;
        continue;
      }
      const gain = common[i * width + j + 1]! - common[(i + 1) * width + j]!;
      if (gain > 0 || (gain === 0 && additionsFirst)) lines.push(`+   ${b[j++]}`);
      else lines.push(`-   ${a[i++]}`);
    }
  }
  return [...lines, ...a.slice(i).map((line) => `-   ${line}`), ...b.slice(j).map((line) => `+   ${line}`)];
}

/** For each pair of places how many lines the rests from there have in common. */
function commonLengths(a: string[], b: string[]): Uint32Array {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j]
        ? lengths[(i + 1) * width + j + 1]! + 1
        : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  return lengths;
}
