import { assertEquals } from "@std/assert";
import { readShell } from "../../../lib/protocol/rules/mod.ts";
import { allows, allowsText, bash, SENSIBLE } from "./_rules.ts";

const HARMLESS: readonly string[] = [
  "ls",
  "ls -la",
  "ls  -la   src",
  " ls ",
  "ls 'my folder'",
  'ls "my folder"',
  "ls my\\ folder",
  "ls src/a.ts src/b.ts",
  "ls -- -odd",
  "ls /tmp",
  "ls ''",
  "cat README.md",
  "cat 'Grüße.txt'",
  'cat "日本語.md"',
  "cat a#b",
  "cat a=b",
  "cat file:1",
  "head -n 20 src/mod.ts",
  "head -20 x",
  "wc -l src/mod.ts",
  "pwd",
  "echo hello",
  "echo 'it costs $5'",
  'echo "a; b && c | d > e"',
  "echo 'git push && rm -rf /'",
  "echo a\\;b",
  "echo \\$HOME",
  'echo "\\$HOME \\`x\\` \\\\"',
  'echo "done!"',
  "echo 'a!b'",
  "echo %s @x +y",
  "git status",
  "git status --short --branch",
  "git diff",
  "git diff HEAD~1",
  "git diff HEAD^ -- src",
  "git diff main...feature",
  "git diff --stat --cached",
  "git diff --name-only origin/main",
  "git log --oneline -10",
  "git log --since='2 weeks ago' --author=me",
  "git log --format='%h %s' -n5",
  "git log -p src/mod.ts",
  "git log --graph --all",
  "git show HEAD",
  "git show HEAD:README.md",
  "git show v1.2.3 --stat",
  "git grep -n 'parseRule('",
  "git add src/mod.ts tests",
  "git add -A",
  "git commit -m 'Fix the reader'",
  'git commit -m "Fix the reader; add tests (again)"',
  "git commit -m 'A title\n\nA body in several lines'",
  "git switch -c feature",
  "git fetch origin",
  "git fetch --prune origin main",
  "find . -name '*.ts' -type f",
  "find src -newer x -print",
  "find . -name 'a' -o -name 'b'",
  "find . \\( -name a -o -name b \\) -print0",
  "sort x",
  "sort -rn -k2 x",
  "sort --unique x",
  "uniq -c x",
  "rg -n 'TODO' src",
  "rg --files -g '*.ts'",
  "tar tzf a.tgz",
  "tar -tvf a.tar",
  "mkdir -p src/new",
  "deno test",
  "deno test tests/rules_test.ts",
  "deno test --filter 'parse: a rule' --parallel",
  "deno test --fail-fast --quiet --reporter=dot tests",
  "deno lint src",
  "npm test",
  "npm test -- --watch=false --grep 'a rule'",
  "npm test --silent",
  "npm run build",
  "npm run build -- --minify",
  "cargo test --release -- --nocapture",
  "cargo test parser",
  "go test ./... -run TestX -v",
  "go test -race -count=1 pkg",
  "make test",
  "make  test",
  "make check",
  "make check -j4 -k",
  "python -m pytest -q",
  "git status && ls -la",
  "git status; git diff",
  "git log --oneline | head -5",
  "cat x | sort | uniq -c | sort -rn | head",
  "mkdir -p a || echo 'not made'",
  "make test && echo passed || echo failed",
  "ls -lah --color=never src",
  "''l''s''",
  "ls -1 -- src tests",
  "ls .github/workflows",
  "ls 'a (copy).txt'",
  'ls "it\'s"',
  "ls 'say \"hi\"'",
  "ls src/@types",
  "cat package.json deno.json",
  "cat src/a.ts src/b.ts",
  "cat -n src/mod.ts",
  "cat 'notes; rm -rf x.txt'",
  "cat 'a & b.txt'",
  "cat './-odd'",
  "head -c 100 x",
  "head -n1 a b",
  "wc -lwc a b c",
  "wc -l -- src/a.ts",
  "echo",
  "echo -n done",
  "echo 'a' 'b' \"c\"",
  'echo "50% of 10"',
  "echo '`backticks`'",
  "echo '$(not run)'",
  "echo '${not expanded}'",
  'echo "tab\tinside"',
  "echo 'two\nlines'",
  "echo 'émile' '日本'",
  "echo a\\&\\&b",
  "echo a\\|b\\>c",
  "echo \\'",
  "echo '' \"\" x",
  "git status -sb",
  "git status src",
  "git diff -U10 -- 'a file.ts'",
  "git diff -w --color-words",
  "git diff '@{u}..HEAD'",
  "git diff stash@0",
  "git diff HEAD~3..HEAD~1 -- src/mod.ts",
  "git log -1 --pretty=full",
  "git log --grep='fix; refactor' -i",
  "git log --stat -- tests",
  "git log v1.0..v2.0 --oneline --no-merges",
  "git log -S 'eval(' --oneline",
  "git show --name-status HEAD~2",
  "git show main:src/mod.ts",
  "git grep -l TODO -- 'src/*.ts'",
  "git grep -e 'a || b' --and -e c",
  "git add .",
  "git add -p src",
  "git commit -m 'Use `code` and $vars'",
  'git commit -m "It\'s done"',
  "git commit -m 'One' -m 'Two'",
  "git commit -m 'Rename a -> b'",
  "git switch main",
  "git switch --detach v1.0",
  "git fetch --all --tags",
  "git fetch -p",
  "find . -maxdepth 2 -type d",
  "find src -name '*.ts' -not -path '*/node_modules/*'",
  "find . -size +1M -mtime -7",
  "find . -iname '*.MD' -print0",
  "sort -t, -k1,1 x.csv",
  "sort -u a b",
  "uniq -d x",
  "rg -l --hidden 'import .* from'",
  "rg -C3 'a|b' src tests",
  "rg -i -w todo --type ts",
  "tar -tf 'my archive.tar'",
  "tar tvf a.tar src",
  "mkdir -p 'a b/c'",
  "deno test --watch=false tests/a_test.ts",
  "deno test --trace-leaks --shuffle=7",
  "deno lint",
  "npm test -- --coverage=false",
  "npm run build --silent",
  "cargo test --workspace --all-features",
  "cargo test -p core -- --test-threads=1",
  "go test ./pkg/... -bench=. -benchmem",
  "make check --silent",
  "cat a | head -5 | wc -l",
  "git log --oneline | wc -l",
  "ls | sort | uniq",
  "git add -A && git commit -m 'All of it'",
  "deno lint && deno test",
  "cat x || echo missing",
  "ls a; ls b; ls c",
  "find . -name '*.log' | sort | head -n 20",
  "rg TODO | sort | uniq -c | sort -rn | head -3",
  "git fetch && git status && git log -1",
];

Deno.test("allow rules cover harmless commands", () => {
  assertEquals(HARMLESS.filter((command) => !allowsText(SENSIBLE, command)), []);
  assertEquals(new Set(HARMLESS).size, HARMLESS.length);
  assertEquals(HARMLESS.length >= 150, true);
});

Deno.test("readShell gives the words that the program gets", () => {
  const words = (text: string) => {
    const reading = readShell(text);
    return reading.proved ? reading.commands : reading.why;
  };
  assertEquals(words(`git commit -m 'a b'" c"\\ d`), [["git", "commit", "-m", "a b c d"]]);
  assertEquals(words(`echo "\\"\\\\\\$\\a"`), [["echo", '"\\$\\a']]);
  assertEquals(words(`echo ''`), [["echo", ""]]);
  assertEquals(words("ls && cat x | wc"), [["ls"], ["cat", "x"], ["wc"]]);
});

Deno.test("a rule for a whole command covers its text, and the same words written otherwise", () => {
  assertEquals(allows("Bash(make test)", bash("make 'test'")), true);
  assertEquals(allows("Bash(make test)", bash("make test x")), false);
  assertEquals(allows("Bash(make test)", bash("make")), false);
  assertEquals(allows("Bash(python -c 'print(1)')", bash("python -c 'print(1)'")), true);
  assertEquals(allows("Bash(python -c 'print(1)')", bash("python -c 'print(2)'")), false);
  assertEquals(allows("Bash(make test 2>&1 | tail -5)", bash("make test 2>&1 | tail -5")), true);
  assertEquals(allows("Bash(make test 2>&1 | tail -5)", bash("make test 2>&1 | tail -50")), false);
  assertEquals(allows("Bash(ls \\*.ts)", bash("ls *.ts")), true);
  assertEquals(allows("Bash(ls \\*.ts)", bash("ls x.ts")), false);
});

Deno.test("a rule with arguments also covers the command without any, as in the CLI", () => {
  assertEquals(allows("Bash(ls *)", bash("ls")), true);
  assertEquals(allows("Bash(ls:*)", bash("ls")), true);
  assertEquals(allows("Bash(ls:*)", bash("ls -la")), true);
  assertEquals(allows("Bash(ls:*)", bash("lsof")), false);
});

Deno.test("the sub-command must be fixed or known", () => {
  assertEquals(allows("Bash(git *)", bash("git status")), true);
  assertEquals(allows("Bash(git *)", bash("git my-alias")), false);
  assertEquals(allows("Bash(git *)", bash("git config core.pager evil")), false);
  assertEquals(allows("Bash(git *)", bash("git -c alias.status=!evil status")), false);
  assertEquals(allows("Bash(git *)", bash("git")), false);
  assertEquals(allows("Bash(git -C sub diff *)", bash("git -C sub diff --stat")), true);
  assertEquals(allows("Bash(git -C sub diff *)", bash("git -C other diff --stat")), false);
  assertEquals(allows("Bash(npm run *)", bash("npm run deploy")), false);
  assertEquals(allows("Bash(npm run lint *)", bash("npm run lint")), true);
  assertEquals(allows("Bash(npm *)", bash("npm install evil")), false);
  assertEquals(allows("Bash(/usr/bin/python3 *)", bash("/usr/bin/python3 x.py")), false);
  assertEquals(allows("Bash(./run.sh *)", bash("./run.sh --fast")), true);
  assertEquals(allows("Bash(deno test -A *)", bash("deno test -A tests")), true);
});

Deno.test("a rule for a command does not cover running it without the sandbox", () => {
  const command = "ls";
  const run = (input: Record<string, unknown>) => ({ toolName: "Bash", input: { command, ...input }, cwd: "/srv" });
  assertEquals(allows("Bash(ls *)", run({ dangerouslyDisableSandbox: false })), true);
  assertEquals(allows("Bash(ls *)", run({ dangerouslyDisableSandbox: true })), false);
  assertEquals(allows("Bash(ls)", run({ dangerouslyDisableSandbox: true })), false);
  assertEquals(allows("Bash(ls *)", { toolName: "Bash", input: { command: ["ls"] }, cwd: "/srv" }), false);
  assertEquals(allows("Bash(ls *)", { toolName: "Bash", input: {}, cwd: "/srv" }), false);
});
