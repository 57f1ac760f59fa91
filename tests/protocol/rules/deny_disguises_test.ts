import { assertEquals } from "@std/assert";
import { allows, bash, call, denies } from "./_rules.ts";

const RULE = "Bash(git push *)";

/** Each of these runs `git push` in bash 5.2, or in the shell that is named. */
const DISGUISES: Readonly<Record<string, readonly string[]>> = {
  "here-documents that end elsewhere than they seem to": [
    'cat <<"a"*\na*\ngit push',
    'cat <<"$x"\n$x\ngit push',
    'cat <<"${x y}"\n${x y}\ngit push',
    "cat <<{a,b'}'\n{a,b}\ngit push",
    "cat <<EOF\nEO\\\nF\ngit push",
    "cat <<EOF\nx\\\nEOF\n'\nEOF\ngit push\n#'",
    "cat <<EOF\r\n'\nEOF\r\ngit push\nEOF'",
    "cat <\\\n<EOF\n'\nEOF\ngit push #'",
    "cat <<\\\n-EOF\n\tEOF\ngit push #'",
    "cat <<EOF\n'\ngit push",
  ],
  "here-documents that begin inside of something else": [
    "(cat <<EOF)\n'\nEOF\ngit push\n: '",
    "cat <<E; (\n'\nE\ngit push) #'\n",
    "cat <<E; case x in\n'\nE\nx) git push;; esac #')",
    "cat <<E; a=(\n'\nE\n$(git push)) #'",
    "cat <<E; echo `\n'\nE\ngit push` #'",
  ],
  "comments in a case": [
    "case x in # '\nx) git push;; # ')\nesac",
    "case x in y) :;; # '\nx) git push;; esac #')",
    "case x #'\nin x) git push;; esac #'",
  ],
  "expansions that run what they hold": [
    "echo ${ git push; }",
    "echo ${| git push; }",
    "x='$(git push)'; echo ${x@P}",
    "x='$(git push)'; echo ${(e)x}",
    "ls *(e:'git push':)",
    'echo "$\\\n(git push)"',
  ],
  "what is no arithmetic": [
    '((git push "\\"))" ) )',
    'echo $((git push "$(echo "))")" ) )',
    "$((git push $(: # )))\n) ) )",
  ],
  "quotes, braces and brackets": [
    "$'\\x{67}it' push",
    "git $'\\560ush'",
    "git $\\\n'\\x70ush'",
    "{git,push,'a b'}",
    "git {push,'a b'}",
    "echo [`{git,push}`]",
    "echo [a'b]'; git push #'",
    "git [p]''ush",
  ],
  "assignments": [
    "a[1 ]=b git push",
    "a[1 + 1]=b git push",
    "BASH_ENV=/dev/stdin bash -c : <<< 'git push'",
    "PS4='$(git push)'; set -x; :",
  ],
  "other shells and eval": [
    "eval -- git push",
    ". -- /dev/stdin <<< 'git push'",
    ". /dev/./stdin <<< 'git push'",
    "bash /dev//stdin <<< 'git push'",
    "x=/dev/stdin; . $x <<< 'git push'",
    "bash -c -- '-x; git push'",
    "bash -co posix 'git push'",
    "ksh93 -c 'git push'",
    "zsh-5.9 -c 'git push'",
  ],
  "builtins that take a text for more than a text": [
    "test -v 'a[$(git push)]'",
    "printf -v 'a[$(git push)]' x",
    "declare -i 'x=a[$(git push)]'",
    "let 'a[$(git push)]=1'",
    "mapfile -C 'git push;:' -c 1 a <<< x",
    "compgen -C 'git push' x",
    "hash -p /usr/bin/git foo; foo push",
  ],
  "wrappers": [
    "env -S 'git\\_push'",
    "echo git push | xargs env",
    "x86_64 git push",
    "choom -n 0 -- git push",
    "xcrun git push",
  ],
  "words that become several": ["x='-C foo'; git $x/y push"],
};

for (const [what, commands] of Object.entries(DISGUISES)) {
  Deno.test(`a deny rule is not led astray by ${what}`, () => {
    assertEquals(commands.filter((command) => denies(RULE, bash(command)) === undefined), []);
  });
}

Deno.test("a deny rule lets what only looks like those disguises pass", () => {
  const harmless = [
    "cat <<EOF > x\nhello \\\nEOF x\nEOF",
    "cat <<'EOF'\n$(git push) 'it\nEOF",
    "git commit -m \"$(cat <<'EOF'\nfix: it's done\nEOF\n)\"",
    "python3 - <<'PY' && echo done\nprint('a')\nPY",
    "cat <<EOF | (cat)\nx\nEOF",
    "echo $((1 + (2 * 3)))",
    "x=$(( $(date +%s) - 1 ))",
    "ls src/[id]/page.tsx",
    "ls !(a|b)",
    "case $1 in # one of them\na) echo a;; *) echo b;; esac",
    "ENV=prod npm test",
    "test -f x && printf '%s' '`a`'",
    "arr[1]=2",
    "bash -c 'echo hi' x y",
    "echo {a,b} ${x%%.*} ${x@Q}",
    ". ./env.sh",
  ];
  assertEquals(harmless.filter((command) => denies(RULE, bash(command)) !== undefined), []);
});

Deno.test("a deny rule finds paths, pages and commands in what tools of MCP servers are given", () => {
  const at = "/srv/project/.env";
  const inputs = [{ to: at }, { args: ["-f", at] }, { url: `file://${at}` }, { uri: "file:///srv/project/%2eenv" }];
  assertEquals(inputs.filter((input) => denies("Edit(.env)", call("mcp__files__put", input)) === undefined), []);
  assertEquals(denies("Edit(.env)", call("mcp__files__put", { text: "see .env" })), undefined);
  const pages = [{ url: "evil.com" }, { urls: ["http://evil.com/x"] }, { page: { at: "https://a.evil.com" } }];
  const page = (input: Record<string, unknown>) => denies("WebFetch(domain:evil.com)", call("mcp__web__open", input));
  assertEquals(pages.filter((input) => page(input) === undefined), []);
  assertEquals(page({ url: "https://example.com", text: "not evil.com" }), undefined);
  const commands = [{ command: "git", args: ["push"] }, { script: "git push" }, { commands: ["git", "push"] }];
  assertEquals(commands.filter((input) => denies(RULE, call("mcp__shell__run", input)) === undefined), []);
});

Deno.test("a rule for an MCP server does not allow names that fit two servers", () => {
  assertEquals(allows("mcp__a", call("mcp__a___b")), false);
  assertEquals(allows("mcp__a_", call("mcp__a___b")), false);
  assertEquals(allows("mcp__a___b", call("mcp__a___b")), true);
  assertEquals(allows("mcp__a", call("mcp__a__b_c")), true);
});

Deno.test("what runs programs, writes files or loads configuration is not what `*` stands for", () => {
  const refused: readonly [string, string][] = [
    ["Bash(prettier *)", "prettier -w x"],
    ["Bash(vitest *)", "vitest --typecheck.checker=./evil"],
    ["Bash(vitest *)", "vitest --coverage.customProviderModule ./evil.js"],
    ["Bash(jest *)", "jest --filter ./evil.js"],
    ["Bash(pytest *)", "pytest -n 1 --tx popen//python=./evil"],
    ["Bash(pytest *)", "pytest @options"],
    ["Bash(go test *)", "go test -test.cpuprofile=x"],
    ["Bash(curl *)", "curl '{file,http}:///etc/passwd'"],
    ["Bash(curl *)", "curl --proto-default file /etc/passwd"],
    ["Bash(tar *)", "tar --index-file=.bashrc -tf x"],
    ["Bash(yq *)", "yq -s .a x"],
    ["Bash(tsc *)", "tsc --generateTrace x"],
    ["Bash(fzf *)", "fzf --preview ./evil"],
  ];
  assertEquals(refused.filter(([rule, command]) => allows(rule, bash(command))), []);
});

Deno.test("a deny rule refuses paths that lead elsewhere in each process", () => {
  const ways = [
    "/proc/self/cwd/src/a",
    ["/proc/1", "root", "etc"].join("/"),
    "/proc/self/task/1/cwd/a",
    "/dev/fd/3",
    "//proc/x/../self/cwd",
  ];
  const denied = (file_path: string) => denies("Edit(src/**)", call("Write", { file_path })) !== undefined;
  assertEquals(ways.filter((path) => !denied(path)), []);
  assertEquals(["/proc/cpuinfo", "/dev/null", "/srv/proc/self/cwd/a"].filter(denied), []);
});
