/** How many bytes and characters were handled while a function ran. */
export interface Work {
  /** Bytes copied from one array into another. */
  copied: number;
  /** Bytes decoded. */
  decoded: number;
  /** Calls of a decoder. */
  decoderCalls: number;
  /** Bytes and characters looked at in search of another. */
  searched: number;
}

const bytes = Object.getPrototypeOf(Uint8Array.prototype);

/** Counts the work of a function by standing between it and the built-in methods that do it. */
export function workOf(body: () => void): Work {
  const work: Work = { copied: 0, decoded: 0, decoderCalls: 0, searched: 0 };
  const found = (result: number, length: number, from = 0) => {
    work.searched += (result === -1 ? length : result + 1) - from;
  };
  const restore = [
    spy(bytes, "set", (_self, [source]) => work.copied += (source as Uint8Array).length),
    spy(bytes, "slice", (_self, _args, result) => work.copied += (result as Uint8Array).length),
    spy(bytes, "indexOf", (self, args, result) => found(result as number, self.length, args[1] as number)),
    spy(bytes, "lastIndexOf", (self) => work.searched += self.length),
    spy(String.prototype, "indexOf", (self, args, result) => found(result as number, self.length, args[1] as number)),
    spy(String.prototype, "split", (self) => work.searched += self.length),
    spy(TextDecoder.prototype, "decode", (_self, [source]) => {
      work.decoderCalls++;
      work.decoded += (source as Uint8Array | undefined)?.length ?? 0;
    }),
  ];
  try {
    body();
  } finally {
    for (const undo of restore) undo();
  }
  return work;
}

type Method = (this: unknown, ...args: unknown[]) => unknown;

function spy(
  owner: object,
  name: string,
  note: (self: { length: number }, args: unknown[], result: unknown) => void,
): () => void {
  const methods = owner as Record<string, Method>;
  const original = methods[name] as Method;
  methods[name] = function (...args) {
    const result = original.apply(this, args);
    note(this as { length: number }, args, result);
    return result;
  };
  return () => methods[name] = original;
}
