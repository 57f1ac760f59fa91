const IDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The same values with their ids numbered in the order in which they come first. */
export function withNumberedIds(values: unknown): unknown {
  const numbers = new Map<string, number>();
  const text = JSON.stringify(values).replaceAll(IDS, (id) => {
    const number = numbers.get(id) ?? numbers.size + 1;
    numbers.set(id, number);
    return `#${number}`;
  });
  return JSON.parse(text);
}
