/** One finding of `deno doc --lint`. */
export interface Finding {
  /** The rule, such as `private-type-ref`. */
  rule: string;
  /** The file that the finding is in. */
  path: string;
  /** The type that is referenced and not exported. */
  referenced: string | undefined;
  /** The finding as it was printed. */
  text: string;
}

/** Splits the output of `deno doc --lint` into its findings. */
export function readFindings(output: string): Finding[] {
  const starts = [...output.matchAll(/^error\[(?<rule>[\w-]+)\]: .*$/gm)];
  return starts.map((start, index) => {
    const text = output.slice(start.index, starts[index + 1]?.index).replace(/^error: Found [^]*/m, "").trimEnd();
    return {
      rule: start.groups!.rule!,
      path: text.match(/^ *--> (.+?):\d+:\d+$/m)?.[1] ?? "",
      referenced: start[0].match(/references private type '([^']+)'/)?.[1],
      text,
    };
  });
}

/**
 * Whether a finding complains that a type of rxjs is none of ours: the file that it is in imports the type, under this
 * name, from rxjs.
 */
export function isAboutRxjs(finding: Finding, source: string): boolean {
  if (finding.rule !== "private-type-ref" || finding.referenced === undefined) return false;
  return namesImportedFromRxjs(source).has(finding.referenced);
}

function namesImportedFromRxjs(source: string): Set<string> {
  const imports = source.matchAll(
    /^import\s+(?:type\s+)?\{([^}]*)\}\s+from\s+"(?:rxjs|\.{1,2}\/(?:agent\/)?rxjs\.ts)"/gm,
  );
  const names = [...imports].flatMap((match) => match[1]!.split(","));
  return new Set(names.map((name) => name.trim().replace(/^type\s+/, "").replace(/\s+as\s.*$/, "")));
}
