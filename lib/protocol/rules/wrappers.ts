/** A program that runs another one, which it is given as arguments. */
export interface WrapperFacts {
  /** Its options that take the next word: short ones as letters, long ones in full without dashes. */
  readonly values?: string;
  /** How many arguments of its own stand before the program. @default 0 */
  readonly operands?: number;
  /** Whether it adds arguments of its own, which nobody can read. */
  readonly appends?: boolean;
  /** Whether its arguments can be shell texts as well. */
  readonly texts?: boolean;
  /** Whether it does much else: only readable words after it count. */
  readonly loose?: boolean;
}

/** Programs that run other programs. */
export const WRAPPERS: Readonly<Record<string, WrapperFacts>> = {
  sudo: { values: "u g h p C T U D R r t user group host prompt chdir chroot role type" },
  doas: { values: "u C" },
  env: { values: "u C S unset chdir split-string", texts: true },
  xargs: { values: "I n P d L a E s max-args max-procs delimiter arg-file max-lines replace", appends: true },
  timeout: { values: "k s kill-after signal", operands: 1 },
  gtimeout: { values: "k s kill-after signal", operands: 1 },
  nice: { values: "n adjustment" },
  ionice: { values: "c n p class classdata" },
  nohup: {},
  setsid: {},
  stdbuf: { values: "i o e input output error" },
  unbuffer: {},
  time: { values: "f o format output" },
  command: {},
  builtin: {},
  exec: { values: "a" },
  coproc: { loose: true },
  noglob: {},
  nocorrect: {},
  repeat: { operands: 1 },
  for: { loose: true },
  select: { loose: true },
  foreach: { loose: true },
  busybox: {},
  toybox: {},
  chroot: { operands: 1, values: "userspec groups" },
  unshare: { loose: true },
  nsenter: { loose: true },
  flock: { operands: 1, values: "w E timeout", texts: true },
  taskset: { operands: 1 },
  chrt: { operands: 1 },
  numactl: { loose: true },
  setarch: { loose: true },
  strace: { values: "e o p s u" },
  ltrace: { values: "e o p s u" },
  watch: { values: "n interval", texts: true },
  parallel: { values: "j", appends: true, texts: true, loose: true },
  script: { texts: true, loose: true },
  su: { texts: true, loose: true },
  runuser: { texts: true, loose: true },
  ssh: { texts: true, loose: true },
  trap: { texts: true, loose: true },
  tmux: { texts: true, loose: true },
  screen: { texts: true, loose: true },
  npx: { loose: true },
  bunx: { loose: true },
  pnpx: { loose: true },
  uvx: { loose: true },
  docker: { loose: true, texts: true },
  podman: { loose: true, texts: true },
  kubectl: { loose: true },
  "systemd-run": { loose: true },
  entr: { loose: true },
  firejail: { loose: true },
  bwrap: { loose: true },
  fakeroot: { loose: true },
  direnv: { loose: true },
  caffeinate: { loose: true },
  hyperfine: { texts: true, loose: true },
  linux32: {},
  linux64: {},
  x86_64: {},
  i386: {},
  i486: {},
  i586: {},
  i686: {},
  uname26: {},
  arch: { loose: true },
  xcrun: { loose: true },
  choom: { values: "n p adjust pid" },
  eatmydata: {},
  rlwrap: { loose: true },
  cpulimit: { loose: true },
  "systemd-inhibit": { loose: true },
  "start-stop-daemon": { loose: true },
  "flatpak-spawn": { loose: true },
  bundle: { loose: true },
  nix: { loose: true, texts: true },
  prlimit: { loose: true },
  proot: { loose: true },
  faketime: { operands: 1 },
  chronic: {},
  ifne: {},
  gosu: { operands: 1 },
  "su-exec": { operands: 1 },
  setpriv: { loose: true },
  runcon: { loose: true },
  pkexec: { loose: true },
  sg: { texts: true, loose: true },
  "dbus-run-session": { loose: true },
  "xvfb-run": { loose: true },
  valgrind: { loose: true },
  perf: { loose: true },
  gdb: { loose: true },
  "nix-shell": { texts: true, loose: true },
  mise: { loose: true },
  asdf: { loose: true },
  dotenv: { loose: true },
  poetry: { loose: true },
  pipenv: { loose: true },
  conda: { loose: true },
  uv: { loose: true },
};

/** Shells: what they get by `-c` or to read is a shell text. */
export const SHELLS: ReadonlySet<string> = new Set(
  "sh bash zsh dash ksh mksh ash rbash fish csh tcsh yash oksh lksh posh pdksh hush osh elvish nu xonsh pwsh".split(
    " ",
  ),
);

/** Builtins that expand or run what a quoted argument says. */
export const TAKING_TEXTS: ReadonlySet<string> = new Set(
  "test [ let declare typeset local readonly read printf unset mapfile readarray compgen complete wait hash".split(" "),
);

/** The words after which `find` and its like run a program, and the sub-command that they belong to. */
export const RUNNING_OPTIONS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  find: { "": ["-exec", "-execdir", "-ok", "-okdir"] },
  fd: { "": ["-x", "-X", "--exec", "--exec-batch"] },
  git: { submodule: ["foreach"], bisect: ["run"], rebase: ["-x", "--exec"], difftool: ["-x"] },
};
