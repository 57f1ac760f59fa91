/** Flags that 2.1.197 does not know and 2.1.332 does, and the options that write them. */
const NEWER: Readonly<Record<string, string>> = { "--forward-subagent-text": "forwardSubagentText" };

/** What a program that died wrote, and what helps against it. */
const HINTS: readonly [pattern: RegExp, hint: (found: string) => string][] = [
  [/unknown option '(--[\w-]+)/, unknownFlag],
  [
    /cannot be used with root\/sudo privileges/,
    () =>
      'the CLI lets root skip permissions only where "IS_SANDBOX" is "1" in "env": run the script as another user or, in ' +
      "a container that holds nothing of value, set it",
  ],
  [
    /Session ID \S+ is already in use/,
    () => 'that session exists: go on with it by "resume", or take a fresh "sessionId"',
  ],
  [/No message found with message\.uuid/, () => 'the session has no such message: correct "resumeSessionAt"'],
];

/** What helps against the reason that a program gave on standard error; `undefined` where nothing is known to. */
export function exitHint(stderrTail: string): string | undefined {
  for (const [pattern, hint] of HINTS) {
    const found = pattern.exec(stderrTail);
    if (found !== null) return hint(found[1] ?? "");
  }
  return undefined;
}

function unknownFlag(flag: string): string {
  const option = Object.hasOwn(NEWER, flag) ? NEWER[flag] : undefined;
  return option === undefined
    ? `this version does not know the flag "${flag}": leave out what writes it, or use a newer version`
    : `the option "${option}" needs a newer version (2.1.332 knows it, 2.1.197 does not): leave it out, or update the CLI`;
}
