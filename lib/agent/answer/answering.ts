import { shared } from "../brand.ts";

// An operator looks at an event synchronously, and answers it meanwhile or not at all: so the operator that is looking
// is the one that calls `respondWith`.
const looking: { name: string | undefined } = shared("answering", () => ({ name: undefined }));

/** Looks at an event as an operator: what it is answered with meanwhile is the operator's. */
export function lookAs(name: string, look: () => void): void {
  const before = looking.name;
  looking.name = name;
  try {
    look();
  } finally {
    looking.name = before;
  }
}

/** The operator that is looking at an event at this moment. */
export function whoLooks(): string | undefined {
  return looking.name;
}
