import { assertEquals } from "@std/assert";
import { maskSecrets, safeArguments, secretMask, secretValues } from "../../lib/process/mod.ts";

Deno.test("secretValues picks the variables whose names speak of secrets", () => {
  assertEquals(
    secretValues({
      ANTHROPIC_API_KEY: "k-1",
      ANTHROPIC_AUTH_TOKEN: "a longer one",
      db_password: "pw",
      MY_SECRET: "",
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: "8000",
      HOME: "/home/user",
    }),
    ["a longer one", "k-1", "pw"],
  );
});

Deno.test("maskSecrets hides what looks like a key or a token", () => {
  const cases: [string, string][] = [
    ["key sk-ant-api03-AbC_d-123 refused", "key *** refused"],
    ["Authorization: Bearer abc.def", "Authorization: Bearer ***"],
    ["x-api-key: 12345", "x-api-key: ***"],
    ['{"apiKey":"a b c","model":"m"}', '{"apiKey":***,"model":"m"}'],
    ["ANTHROPIC_AUTH_TOKEN=abc next", "ANTHROPIC_AUTH_TOKEN=*** next"],
    ["https://user:pass@host/x", "https://user:***@host/x"],
    ["ghp_abcdefgh12345", "***"],
    ["eyJhbGciOiJI.eyJzdWIi.sig", "***"],
    ["-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\nnext", "***\nnext"],
    ["Error: Invalid API key", "Error: Invalid API key"],
    ["a task about keys and tokens", "a task about keys and tokens"],
  ];
  assertEquals(cases.map(([text]) => maskSecrets(text, [])), cases.map(([, expected]) => expected));
});

Deno.test("maskSecrets looks at each place once: a megabyte without an end of a word does not stop the script", () => {
  for (const run of ["a".repeat(2 ** 20), "-eyJabcdefgh".repeat(2 ** 17)]) {
    assertEquals(maskSecrets(`${run} my-api-key=k1 x`, []).endsWith(" my-api-key=*** x"), true);
  }
});

Deno.test("maskSecrets hides known values, short ones where they stand alone", () => {
  assertEquals(maskSecrets("xhunter2x k kick k.", ["hunter2", "k"]), "x***x *** kick ***.");
  assertEquals(maskSecrets("a$b.c*d", ["a$b.c*d"]), "***");
});

Deno.test("safeArguments cuts configurations out and hides keys", () => {
  assertEquals(
    safeArguments([
      "claude",
      "--model=opus",
      '--mcp-config={"mcpServers":{"x":{"headers":{"Odd":"hidden"}}}}',
      "--settings",
      '{"env":{"X":"hidden"}}',
      "--settings=file.json",
      "--api-key",
      "hidden",
      "--append-system-prompt=the word is hunter2",
    ], ["hunter2"]),
    [
      "claude",
      "--model=opus",
      "--mcp-config={…}",
      "--settings",
      "{…}",
      "--settings=file.json",
      "--api-key",
      "***",
      "--append-system-prompt=the word is ***",
    ],
  );
});

Deno.test("secretMask masks a secret that was cut off at the text's end, too", () => {
  const mask = secretMask({ API_TOKEN: "hunter2-and-more", LANG: "C" });
  assertEquals(mask("the key is hunter2-and-more, it is"), "the key is ***, it is");
  assertEquals(mask("the key is hunter2-a"), "the key is ***");
  assertEquals(mask("go hun"), "go hun");
  assertEquals(mask("sk-ant-api03-abcdefgh C"), "*** C");
});
