/** Lines that stay, go or come, together. */
export interface Hunk {
  /** What becomes of them. */
  readonly mark: "+" | "-" | " ";
  /** The lines. */
  readonly lines: readonly string[];
}

/** Beyond so many pairs of lines all that differs is shown as one change. */
const MOST_PAIRS = 250_000;

/** How lines become other lines: as little as possible goes and comes. */
export function difference(before: readonly string[], after: readonly string[]): Hunk[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const gone = before.slice(head, before.length - tail);
  const come = after.slice(head, after.length - tail);
  const hunks: Hunk[] = [
    { mark: " ", lines: before.slice(0, head) },
    ...gone.length * come.length > MOST_PAIRS ? [minus(gone), plus(come)] : between(gone, come),
    { mark: " ", lines: before.slice(before.length - tail) },
  ];
  return hunks.filter(({ lines }) => lines.length > 0);
}

// The longest common subsequence, by the table of its lengths.
function between(gone: readonly string[], come: readonly string[]): Hunk[] {
  const width = come.length + 1;
  const lengths = new Uint32Array((gone.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j]!;
  for (let i = gone.length - 1; i >= 0; i--) {
    for (let j = come.length - 1; j >= 0; j--) {
      lengths[i * width + j] = gone[i] === come[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const hunks: { mark: Hunk["mark"]; lines: string[] }[] = [];
  const add = (mark: Hunk["mark"], line: string) => {
    const last = hunks.at(-1);
    if (last?.mark === mark) last.lines.push(line);
    else hunks.push({ mark, lines: [line] });
  };
  let i = 0;
  let j = 0;
  while (i < gone.length || j < come.length) {
    if (i < gone.length && j < come.length && gone[i] === come[j]) {
      add(" ", gone[i++]!);
      j++;
    } else if (i < gone.length && (j === come.length || at(i + 1, j) >= at(i, j + 1))) add("-", gone[i++]!);
    else add("+", come[j++]!);
  }
  return hunks;
}

function minus(lines: readonly string[]): Hunk {
  return { mark: "-", lines };
}

function plus(lines: readonly string[]): Hunk {
  return { mark: "+", lines };
}
