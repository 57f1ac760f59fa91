/** What the options' values are kept in: `--a.b 1` becomes `{ a: { b: 1 } }`. */
export type Nested = Record<string, unknown>;

/** Sets a value; a path that leads to what all objects share is left alone. */
export function setNested(target: Nested, path: string, value: unknown): void {
  const place = find(target, path, true);
  if (place) place.holder[place.key] = value;
}

/** Adds a value to those that came before. */
export function addNested(target: Nested, path: string, value: unknown): void {
  const place = find(target, path, true);
  if (!place) return;
  const before = place.holder[place.key];
  if (Array.isArray(before)) before.push(value);
  else place.holder[place.key] = before ? [before, value] : [value];
}

/** Whether a value has been set. */
export function hasNested(target: Nested, path: string): boolean {
  const place = find(target, path, false);
  return place !== undefined && Object.hasOwn(place.holder, place.key);
}

function find(target: Nested, path: string, create: boolean): { holder: Nested; key: string } | undefined {
  const steps = path.split(".");
  const key = steps.pop()!;
  let holder = target;
  for (const step of steps) {
    if (isShared(holder, step)) return undefined;
    if (create) holder[step] ??= {};
    else if (!Object.hasOwn(holder, step)) return undefined;
    holder = holder[step] as Nested;
  }
  return isShared(holder, key) ? undefined : { holder, key };
}

function isShared(holder: Nested, key: string): boolean {
  return key === "__proto__" || (key === "constructor" && typeof holder[key] === "function");
}
