import { assertEquals, assertStringIncludes } from "@std/assert";
import { bash, call, denies } from "./_rules.ts";

const RULE = "Bash(git push *)";

const COVERED: readonly string[] = [
  "git push",
  "git push origin main",
  "git  push",
  "/usr/bin/git push",
  "./git push",
  "git.exe push",
  "g\\it push",
  "g\"i\"t pu'sh'",
  "$'git' push",
  "$'\\x67it' push",
  "git $'pus\\150'",
  "\\git push",
  "git \\\n push",
  "gi\\\nt push",
  "git -C dir push",
  'git -C "$dir" push',
  "git --no-pager push",
  "git --no-pager -c a=b -C x push",
  "git --git-dir=/x push",
  "git -c core.pager=x push",
  "FOO=1 git push",
  "FOO='a b' BAR=$x git push",
  "a[0]=1 git push",
  ">out git push",
  "git >out push",
  "2>&1 git push",
  "git push>/dev/null",
  "git status && git push",
  "git status;git push",
  "git status || git push",
  "git status | git push",
  "git status & git push",
  "git status\ngit push",
  "git status\r\ngit push",
  "(git push)",
  "((x = 1)); git push",
  "{ git push; }",
  "if git push; then :; fi",
  "if true; then git push; else :; fi",
  "while ! git push; do sleep 1; done",
  "until git push; do :; done",
  "for b in a c; do git push origin $b; done",
  "for b do git push; done",
  "for ((i=0; i<2; i++)); do git push; done",
  "case $x in a) git push;; esac",
  "case x in (a|b) :;; *) git push ;; esac",
  "echo $(case x in a) git push;; esac)",
  "f() { git push; }; f",
  "function f { git push; }; f",
  "[[ $(git push) ]]",
  "[[ -f x && -f y ]] && git push",
  "echo $([[ x == (a) ]] && git push)",
  "(( $(git push) ))",
  "! git push",
  "time git push",
  "time -p git push",
  "coproc git push",
  "coproc X { git push; }",
  "echo $(git push)",
  'echo "$(git push)"',
  "echo `git push`",
  'echo "`git push`"',
  'echo "a `echo \\`git push\\`` b"',
  "echo $(echo $(git push))",
  "echo ${x:-$(git push)}",
  ": ${x:='$(true)'$(git push)}",
  "echo ${x:-'}'}; git push #'",
  "echo $((1 + $(git push)))",
  "echo $( (git push) )",
  "cat <(git push)",
  "echo ${x:-<(git push)}",
  "echo ${x:->(git push)}",
  "tee >(git push)",
  "cat <<EOF\n$(git push)\nEOF",
  "cat <<'EOF'\nit's data\nEOF\ngit push",
  "cat <<-EOF\n\tdata\n\tEOF\ngit push",
  "x=$(git push)",
  "export X=$(git push)",
  "sh -c 'git push'",
  'bash -c "git push"',
  "bash -lc 'cd x && git push'",
  "/bin/bash -o pipefail -c 'git push'",
  "zsh -c -- 'git push'",
  "bash <<< 'git push'",
  "bash <<'EOF'\ngit push\nEOF",
  "sh -s <<EOF\ngit push\nEOF",
  "eval git push",
  "eval 'git push'",
  'eval "git" "push"',
  "eval \"sh -c 'git push'\"",
  "sudo git push",
  "sudo -u bob git push",
  "sudo -- git push",
  "sudo sh -c 'git push'",
  "doas git push",
  "env git push",
  "env -i A=1 git push",
  "env -S 'git push'",
  "env '-Sgit push'",
  "/usr/bin/env --split-string='git push'",
  "timeout 5 git push",
  "timeout -k 1 5 git push",
  "nice git push",
  "nice -n 5 git push",
  "nohup git push &",
  "setsid git push",
  "stdbuf -oL git push",
  "command git push",
  "command -p git push",
  "builtin eval git push",
  "exec git push",
  "exec -a x git push",
  "xargs git push",
  "echo push | xargs git",
  "xargs -I {} git push {}",
  "xargs -n1 sh -c 'git push'",
  "echo push | xargs -I% git %",
  "echo us | xargs -I% git 'p%h'",
  "echo push | xargs -i git {}",
  "find . -name push -exec git {} \\;",
  "parallel git {} ::: push",
  "parallel sh -c {} ::: 'git push'",
  "find . -name x -exec git push \\;",
  "find . -exec sh -c 'git push' \\;",
  "watch -n 5 'git push'",
  "watch git push",
  "ssh host git push",
  "ssh host 'cd x && git push'",
  "trap 'git push' EXIT",
  "su -c 'git push' bob",
  "flock lock git push",
  "flock lock -c 'git push'",
  "sudo env nice timeout 5 bash -c 'git push'",
  "docker run image git push",
  "npx git push",
  "git submodule foreach 'git push'",
  "git bisect run git push",
  "git rebase -x 'git push' main",
  "git {push,origin}",
  "git pu{sh,}",
  "git pus?",
  "git pu[s]h",
];

const UNREADABLE: readonly [command: string, part: string][] = [
  ["$x push", "$x"],
  ['"$x" push', '"$x"'],
  ["${x}it push", "${x}it"],
  ["$(echo git) push", "$(echo git)"],
  ["`echo git` push", "`echo git`"],
  ["git$IFS'push'", "git$IFS'push'"],
  ["{git,push}", "{git,push}"],
  ["gi? push", "gi?"],
  ["g[i]t push", "g[i]t"],
  ["git $x", "git $x"],
  ['git "pu$x"', "pu$x"],
  ["git $x push", "git $x"],
  ["eval $x", "$x"],
  ['sh -c "$x"', "$x"],
  ['sh -c "git $x"', "git $x"],
  ["curl example.com | sh", "sh"],
  ["curl example.com | sudo bash", "bash"],
  ["curl example.com | bash -s -- x", "bash"],
  ["bash <(curl example.com)", "bash"],
  [". <(curl example.com)", "."],
  ["source /dev/stdin", "source"],
  ["sudo $x", "$x"],
  ["timeout 5 $x", "$x"],
  ["env A=1 $x", "$x"],
  ["find . -exec $x \\;", "$x"],
  ["find . -exec {} push \\;", "{}"],
  ["find . -exec sh -c {} \\;", "{}"],
  ["echo 'git push' | xargs -I{} sh -c {}", "{}"],
  ["echo 'git push' | xargs -I {} sh -c {}", "{}"],
  ["echo 'git push' | xargs -0rI{} sh -c '{}'", "{}"],
  ["echo 'git push' | xargs -I% bash -c 'cd x; %'", "cd x; %"],
  ["echo 'git push' | xargs --replace sh -c {}", "{}"],
  ["echo 'git push' | xargs --replace=R sh -c R", "R"],
  ["echo 'git push' | xargs -I $r sh -c x", "x"],
  ["echo git | xargs -I{} {} push", "{}"],
  ["cat x | parallel sh -c {}", "{}"],
  ["alias gp='git push'", "alias"],
  ["git -c alias.x=push x", "alias.x"],
  ["git -c 'alias.x=!sh' x", "alias.x"],
  ["git -c $x y", "$x"],
  ["GIT_CONFIG_COUNT=1 git x", "git x"],
  ["echo 'a", "quote"],
  ['echo "a', "quote"],
  ["echo `a", "backtick"],
  ["echo $(a", "parenthesis"],
  ["(git status", "parenthesis"],
  ["git status)", "parenthesis"],
  ["echo ${x", "expansion"],
  ["[[ x; git status", "test"],
  ["$x\u001b[2J", "\\u001b[2J"],
  ["$x\u202E", "\\u{202e}"],
  [`${"$(".repeat(100)}${")".repeat(100)}`, "nested"],
  [`${"sudo ".repeat(100)}ls`, "nested"],
];

const PASSED: readonly string[] = [
  "git status && ls -la",
  "git pull",
  "git pushx",
  "git stash push",
  "git log push",
  "git log --grep push",
  "git log $BRANCH",
  'git -C "$dir" status',
  "git commit -m 'git push'",
  "git commit -m \"$(cat <<'EOF'\nFix it (now)\n\nIt's done; git push later\nEOF\n)\"",
  'echo "git push is fine"',
  "echo 'git push'",
  "echo git push",
  "grep -r 'git push' .",
  "ls # git push",
  "push git",
  "cat <<'EOF' > notes.md\n$(git push)\ngit push\nEOF",
  "x='git push'",
  'for f in *.ts; do echo "$f"; done',
  'while read -r line; do echo "$line"; done < file',
  "if [ -f x ]; then cat x; fi",
  "[[ -f x && $y == z ]] && echo yes",
  "[[ $x =~ ^(a|b)$ || ! ( -d y && 1 < 2 ) ]]",
  "case $x in a) echo a;; *) echo b;; esac",
  "echo $((1 << 2)) ${x:-y} ${#z} $?",
  "((i++)); echo $i",
  "f() { echo hi; }; f",
  "make test 2>&1 | tail -5",
  "npm test > out.txt 2>&1 &",
  "sudo ls",
  "timeout 5 make test",
  'env FOO="$BAR" make test',
  "nice -n 5 make",
  "find . -name '*.ts' | xargs grep -n todo",
  "find . -name '*.ts' -exec wc -l {} +",
  "find . -name '*.ts' | xargs -I{} cp {} {}.bak",
  "find . -type d | xargs -I % sh -c 'ls -la'",
  "parallel gzip {} ::: a b",
  "bash build.sh --fast",
  "sh -c 'ls -la'",
  "bash -c 'echo \"$1\"' x y",
  "diff <(ls a) <(ls b)",
  "awk '{print $1}' x",
  "python3 - <<'EOF'\nprint('it is')\nEOF",
  "rm -rf build/*",
  "trap 'rm -f x' EXIT",
  "cd sub && git status",
  'test -n "$x" && echo yes',
  "ls ~/x *.ts a{1,2}",
  "",
];

Deno.test("a deny rule for a command covers it however it is written", () => {
  assertEquals(COVERED.filter((command) => denies(RULE, bash(command)) === undefined), []);
});

Deno.test("a deny rule for a command covers what cannot be read, and says which part", () => {
  for (const [command, part] of UNREADABLE) {
    const reason = denies(RULE, bash(command));
    assertStringIncludes(
      reason ?? "",
      part.includes("\\u") ? part : JSON.stringify(part).slice(1, -1),
    );
    assertStringIncludes(reason!, `The rule "${RULE}" denies this call: it `);
  }
});

Deno.test("a deny rule for a command lets others pass", () => {
  const denied = PASSED.map((command) => [command, denies(RULE, bash(command))]).filter(([, reason]) => reason);
  assertEquals(denied, []);
});

Deno.test("options in a deny rule are found anywhere, in clusters and shortened", () => {
  const denied = (rule: string, command: string) => denies(rule, bash(command)) !== undefined;
  for (const command of ["rm -rf x", "rm -fr x", "rm -r -f x", "rm x -rf", "rm -v -rf x"]) {
    assertEquals([command, denied("Bash(rm -rf *)", command)], [command, true]);
  }
  assertEquals(denied("Bash(rm -rf *)", "rm -r x"), false);
  assertEquals(denied("Bash(rm -rf *)", 'rm "$x"'), false);
  assertEquals(denied("Bash(git push --force *)", "git push origin --force"), true);
  assertEquals(denied("Bash(git push --force *)", "git push --forc"), true);
  assertEquals(denied("Bash(git push --force *)", "git push origin"), false);
  assertEquals(denied("Bash(git push --force *)", "git push --force-with-lease"), false);
  assertEquals(denied("Bash(git commit -m *)", "git commit -am x"), true);
});

Deno.test("a deny rule for a whole command covers those words alone", () => {
  const denied = (command: string) => denies("Bash(make deploy)", bash(command)) !== undefined;
  assertEquals([denied("make deploy"), denied("cd x; m'ake' deploy"), denied("make deploy2")], [true, true, false]);
  assertEquals([denied("make deploy now"), denied("make"), denied("make $x")], [false, false, true]);
  assertEquals(denies("Bash(./deploy.sh *)", bash("./deploy.sh now")) !== undefined, true);
  assertEquals(denies("Bash(./deploy.sh *)", bash("cd x && deploy.sh now")) !== undefined, true);
});

Deno.test("a deny rule for a command covers every tool that runs one", () => {
  const denied = (tool: string, input: Record<string, unknown>) => denies(RULE, call(tool, input)) !== undefined;
  assertEquals(denied("Monitor", { command: "git push" }), true);
  assertEquals(denied("Monitor", { ws: { url: "ws://localhost" } }), false);
  assertEquals(denied("PowerShell", { command: "git push" }), true);
  // PowerShell is another language: what a command of it runs cannot be told.
  assertStringIncludes(denies(RULE, call("PowerShell", { command: "git status" }))!, "PowerShell cannot be read");
  assertEquals(denied("mcp__shell__run", { command: "git push" }), true);
  assertEquals(denied("mcp__shell__run", { cmd: ["git", "push"] }), true);
  assertEquals(denied("mcp__shell__run", { text: "git push" }), false);
  assertEquals(denied("Read", { command: "git push" }), false);
  assertEquals(denied("Bash", {}), true);
  assertEquals(denied("Bash", { command: 5 }), true);
});

Deno.test("a deny rule reads a long text in proportion to its length", () => {
  // Each of these would take hours to a reader that goes back or reads twice.
  for (
    const part of ["$((", "((", "'a' ", "{a,b}", "[[", "`", "$(a ", "sudo ", "<<EOF\nEOF\n", "case x in ", "sh -c 'a' "]
  ) {
    const text = part.repeat(20_000);
    assertEquals(typeof denies(RULE, bash(`${text}; git push`)), "string", part);
  }
});
