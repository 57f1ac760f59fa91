import { EXACT_PROGRAMS } from "./exact_programs.ts";

/** What an argument may not look like, whatever it means to the program. */
export type ArgumentForm =
  /** A URL, or another word with a scheme: `https://…`, `npm:…`, `data:…`. */
  | "scheme"
  /** A scheme other than `http` and `https`. */
  | "otherScheme"
  /** A transport of git that runs a program: `ext::…`. */
  | "transport"
  /** A file on another machine: `host:file`. */
  | "remoteFile"
  /** `NAME=value`. */
  | "assignment"
  /** A file of further arguments, or to be sent: `@file`, `-H@file`. */
  | "responseFile"
  /** Another toolchain: `+nightly`. */
  | "toolchain";

/** Options that a `*` does not stand for, because they run programs, write files or load configuration. */
export interface OptionFacts {
  /** Long options without dashes, of which unique beginnings count too. `name*` is every option that begins so. */
  readonly long?: string;
  /** Letters of short options, also in clusters such as `-xzf`. */
  readonly short?: string;
  /** Options of one dash or two that count as a whole alone, without dashes: `exec` is the `-exec` of find. */
  readonly words?: string;
  /** The only options that a `*` stands for before a `--`; all others are refused there. */
  readonly only?: string;
  /** Forms of arguments that are refused. */
  readonly forms?: readonly ArgumentForm[];
  /** How many arguments that are no options may follow. */
  readonly operands?: number;
  /** How many words the rule must fix at least, the program among them. */
  readonly fixed?: number;
  /** Whether the first argument is a cluster of short options even without a dash, as with tar. */
  readonly bundled?: boolean;
}

/** A program of which some arguments are not what a `*` stands for. */
export interface ProgramFacts {
  /** Options, whatever else is given. */
  readonly options?: OptionFacts;
  /** The sub-commands that a `*` may follow, several names with the same facts in one key. Others need an exact rule. */
  readonly commands?: Readonly<Record<string, OptionFacts>>;
}

const NODE_RUNNERS = "config config-file configuration root rootDir dir globalSetup globalTeardown setupFiles " +
  "setupFilesAfterEnv runner testRunner testEnvironment environment env transform resolver reporter reporters require " +
  "import loader experimental-loader preload node-options node-arg exec execArgv script-shell outputFile " +
  "outputDirectory preset projects project workspace filter haste prettierPath dependencyExtractor watchPlugins " +
  "moduleDirectories modulePaths moduleNameMapper snapshotResolver snapshotEnvironment coverageReporters coverage.provider coverage.customProviderModule coverage.reportsDirectory " +
  "typecheck browser pool poolOptions sequence diff " +
  "coverageDirectory cacheDirectory updateSnapshot plugin testResultsProcessor snapshotSerializers prefix ui";
const NODE_SCRIPT: OptionFacts = { only: "--silent -s --if-present", words: NODE_RUNNERS, short: "cr" };
const GIT_FILES: OptionFacts = { long: "output output-directory ext-diff textconv filters" };
const GIT_REMOTE: OptionFacts = {
  long: "upload-pack receive-pack exec template config strategy",
  forms: ["transport"],
  short: "s",
};
const DENO: OptionFacts = {
  long: "allow-* permission-set config import-map preload require import env-file lock node-modules-dir " +
    "node-modules-linker vendor cert unstable* v8-flags inspect* reload coverage* junit-path output html location ext " +
    "unsafely-ignore-certificate-errors conditions rules-plugin save-baseline tunnel",
  short: "APIRWNEScro",
  forms: ["scheme"],
};
const CARGO: OptionFacts = {
  long: "config manifest-path target-dir out-dir artifact-dir lockfile-path fix profile-rustflags logfile",
  short: "ZC",
  forms: ["toolchain"],
};
const GO: OptionFacts = {
  words: "exec toolexec o C modfile overlay vettool ldflags gcflags asmflags gccgoflags compiler pkgdir cpuprofile " +
    "memprofile blockprofile mutexprofile coverprofile outputdir trace fuzz fuzzcachedir gocoverdir test fix w",
};

/**
 * Programs and the arguments that a `*` of an allow rule does not stand for.
 *
 * The list is not complete and cannot be: it names the well-known ways in which a harmless program runs another one,
 * writes a file or loads configuration. What a program does by itself (a test run, a build, a hook of git) is outside
 * of what a rule can judge. A program that is in neither list takes any argument.
 */
export const PROGRAMS: Readonly<Record<string, ProgramFacts>> = {
  git: {
    commands: {
      "diff log show whatchanged shortlog blame diff-tree diff-index diff-files": GIT_FILES,
      "format-patch": { ...GIT_FILES, short: "o" },
      "status branch tag describe rev-parse rev-list ls-files ls-tree merge-base name-rev for-each-ref": GIT_FILES,
      "reflog cat-file count-objects cherry version show-ref show-branch stash var check-ignore": GIT_FILES,
      "add commit rm mv restore switch checkout reset clean cherry-pick revert": { long: "strategy output" },
      "grep": { long: "open-files-in-pager ext-grep textconv output", short: "O" },
      "fetch pull push ls-remote remote merge": GIT_REMOTE,
    },
  },
  deno: {
    commands: {
      "test bench check lint fmt doc info types": DENO,
      "task": { ...DENO, long: `${DENO.long} cwd eval`, fixed: 3 },
    },
  },
  npm: {
    commands: {
      "test t tst": NODE_SCRIPT,
      "run run-script": { ...NODE_SCRIPT, fixed: 3 },
      "ls list outdated view why explain": { only: "--json --long -l --all -a --silent -s --depth --omit" },
    },
  },
  pnpm: {
    commands: {
      "test t": NODE_SCRIPT,
      "run": { ...NODE_SCRIPT, fixed: 3 },
      "ls list outdated why": { only: "--json --long -r" },
    },
  },
  yarn: { commands: { "test": NODE_SCRIPT, "run": { ...NODE_SCRIPT, fixed: 3 }, "list why": { only: "--json" } } },
  bun: { commands: { "test": { words: `${NODE_RUNNERS} define cwd`, short: "rcde", forms: ["scheme"] } } },
  cargo: { commands: { "test t build b check c clippy fmt doc tree bench nextest": CARGO } },
  go: { commands: { "test vet build list fmt version doc": GO } },
  make: {
    options: {
      long: "file makefile directory include-dir eval environment-overrides",
      short: "fCIeE",
      forms: ["assignment"],
    },
  },
  docker: { commands: { "ps images logs inspect version info top port": {} } },
  podman: { commands: { "ps images logs inspect version info top port": {} } },
  kubectl: {
    commands: { "get describe logs top version": { long: "kubeconfig server token cache-dir as raw", short: "sf" } },
  },
  gh: { commands: { "pr issue run release repo": { fixed: 3, long: "web editor", short: "we" } } },
  pip: { commands: { "list show freeze check": { long: "log python index-url extra-index-url path cache-dir" } } },
  find: {
    options: { words: "exec execdir ok okdir delete fprint fprint0 fprintf fls files0-from" },
  },
  fd: { options: { long: "exec exec-batch", short: "xX" } },
  rg: { options: { long: "pre pre-glob hostname-bin search-zip", short: "z" } },
  ag: { options: { long: "pager search-zip", short: "z" } },
  ack: { options: { long: "pager ackrc output" } },
  sort: { options: { long: "output compress-program temporary-directory files0-from", short: "oT" } },
  uniq: { options: { operands: 1 } },
  tree: { options: { long: "output", short: "oR" } },
  tar: {
    options: {
      long: "use-compress-program checkpoint-action checkpoint to-command info-script new-volume-script rsh-command " +
        "rmt-command absolute-names files-from warning index-file volno-file listed-incremental",
      short: "IFPTg",
      bundled: true,
      forms: ["remoteFile"],
    },
  },
  zip: { options: { long: "unzip-command test", short: "T" } },
  curl: {
    options: {
      long: "output output-dir remote-name remote-name-all remote-header-name config upload-file data data-binary " +
        "data-raw data-urlencode data-ascii json form form-string dump-header cookie-jar trace trace-ascii stderr netrc " +
        "netrc-file proxy preproxy unix-socket engine libcurl create-dirs hsts alt-svc etag-save request cert key cacert " +
        "egd-file random-file next variable write-out url-query expand-* proto-default ssl-sessions quote postquote " +
        "prequote",
      short: "oOJKTdFDcEnxXqwQ",
      forms: ["otherScheme", "responseFile"],
    },
  },
  file: { options: { long: "compile magic-file files-from", short: "Cmf" } },
  date: { options: { long: "set file", short: "sf" } },
  xxd: { options: { operands: 1, short: "r" } },
  split: { options: { long: "filter" } },
  printf: { options: { short: "v" } },
  test: { options: { short: "vR" } },
  jq: { options: { long: "from-file library-path", short: "fL" } },
  yq: { options: { long: "inplace from-file split-exp", short: "is" } },
  bat: { options: { long: "pager config-file config-dir" } },
  patch: { options: { long: "output ed reject-file get", short: "oerg" } },
  tsc: {
    options: {
      long: "project build outFile outDir declarationDir plugins tsBuildInfoFile init generateTrace generateCpuProfile",
      words: "p b",
      forms: ["responseFile"],
    },
  },
  eslint: {
    options: {
      long: "config rulesdir resolve-plugins-relative-to parser plugin format output-file cache-location cache-file " +
        "fix fix-dry-run init suppress-all suppress-rule suppressions-location prune-suppressions",
      short: "cfo",
    },
  },
  prettier: { options: { long: "config plugin config-path write find-config-path ignore-path", short: "w" } },
  jest: { options: { words: NODE_RUNNERS, short: "cu" } },
  vitest: { options: { words: NODE_RUNNERS, short: "cru" } },
  mocha: { options: { words: `${NODE_RUNNERS} file opts package spec extension`, short: "r" } },
  pytest: {
    options: {
      words:
        "rootdir confcutdir config-file override-ini import-mode pdbcls junitxml junit-xml basetemp pyargs plugins " +
        "log-file debug cov-config cov-report pastebin tx rsyncdir html json-report-file report-log",
      short: "pcoW",
      forms: ["responseFile"],
    },
  },
};

/** Options that a `*` never stands for, whatever the program. Whole names, after one dash or two. */
export const EVERYWHERE: readonly string[] = [
  "exec",
  "exec-path",
  "exec-batch",
  "eval",
  "use-compress-program",
  "compress-program",
  "to-command",
  "checkpoint-action",
  "upload-pack",
  "receive-pack",
  "rsh",
  "rsh-command",
  "pager",
  "preprocessor",
  "pre",
  "init-command",
  "script-shell",
  "node-options",
  "preload",
  "load-module",
  "unzip-command",
  "post-renderer",
  "diff-cmd",
  "diff3-cmd",
  "editor-cmd",
  "lua-filter",
];

/** What is known of a program by its name or path, its version left out: `python3.12` is `python`. */
export function programFacts(program: string): ProgramFacts | "exact" | undefined {
  // A plain name is looked up as it is, in a fifth of the time.
  if (/^[a-z]+$/.test(program)) return factsNamed(program);
  const base = program.slice(program.lastIndexOf("/") + 1).toLowerCase().replace(/\.exe$/, "");
  return factsNamed(base) ?? factsNamed(base.replace(/[-.]?\d[\d.]*$/, ""));
}

function factsNamed(name: string): ProgramFacts | "exact" | undefined {
  if (EXACT_PROGRAMS.has(name)) return "exact";
  return Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
}
