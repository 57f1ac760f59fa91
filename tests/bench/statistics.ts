/** The middle of the numbers; the mean of both middles where their count is even; NaN where there are none. */
export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** The number below which that share of the numbers lies, between two of them in proportion; NaN where there are none. */
export function quantile(numbers: readonly number[], share: number): number {
  if (numbers.length === 0 || numbers.some(Number.isNaN)) return NaN;
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)]!;
  const above = sorted[Math.ceil(at)]!;
  return below + (above - below) * (at - Math.floor(at));
}

/**
 * The order of a round: each second round goes backwards, and each pair of rounds begins one further on, so that nobody
 * always runs first and nobody always runs behind the same one.
 */
export function orderOf<T>(items: readonly T[], round: number): T[] {
  const from = items.length === 0 ? 0 : Math.floor(round / 2) % items.length;
  const turned = [...items.slice(from), ...items.slice(0, from)];
  return round % 2 === 1 ? turned.reverse() : turned;
}

/** A point of a growth table. */
export interface Point {
  /** The size of the work. */
  size: number;
  /** What it cost. */
  cost: number;
}

/** The exponent of the power of the size that fits the costs best: least squares on logarithms; 1 is linear. */
export function exponentOf(points: readonly Point[]): number {
  const logs = points.map(({ size, cost }) => ({ x: Math.log(size), y: Math.log(cost) }));
  const x = mean(logs.map((point) => point.x));
  const y = mean(logs.map((point) => point.y));
  const over = logs.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  const under = logs.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return over / under;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
