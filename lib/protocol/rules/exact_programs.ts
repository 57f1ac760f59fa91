const NAMES = {
  shells: "sh bash zsh dash ksh mksh fish csh tcsh ash rbash busybox toybox pwsh powershell cmd nu elvish xonsh",
  wordsOfTheShell: "eval exec command builtin source . alias unalias trap set export declare typeset local readonly " +
    "unset hash enable read mapfile readarray complete compgen compopt bind let shopt cd chdir pushd popd fc history " +
    "jobs umask ulimit time coproc autoload zmodload setopt emulate functions vared zcompile",
  wrappers: "xargs env sudo doas su runuser timeout gtimeout nice ionice nohup setsid stdbuf unbuffer chroot unshare " +
    "nsenter flock watch parallel script expect strace ltrace perf valgrind gdb lldb rr firejail bwrap proot fakeroot " +
    "chrt taskset numactl setarch linux32 linux64 prlimit systemd-run dbus-run-session xvfb-run entr run-parts " +
    "start-stop-daemon pkexec setpriv capsh tmux screen at batch crontab hyperfine direnv dotenv chronic ifne " +
    "caffeinate arch ssh-agent gpg-agent faketime daemonize tsp gosu su-exec runcon sg mise asdf volta fnm nvm",
  interpreters: "awk gawk mawk nawk sed gsed perl python pypy ruby irb node nodejs tsx ts-node php lua luajit tclsh " +
    "wish rscript r julia java jshell groovy kotlin scala swift ocaml ghci runghc erl escript elixir iex guile racket " +
    "sbcl clisp m4 dc ed ex gnuplot octave maxima gp osascript sqlite mysql psql mongo mongosh redis-cli xsltproc",
  editors: "vi vim nvim view gvim vimdiff emacs emacsclient nano pico joe micro helix hx code subl kak mcedit",
  pagers: "less more most man info pg zless zmore pinfo lynx w3m links elinks",
  remote: "ssh scp sftp rsync telnet nc ncat netcat socat ftp lftp mosh wget aria2c tcpdump nmap",
  packages:
    "npx pnpx bunx uvx pipx uv poetry pipenv hatch tox nox conda mamba apt apt-get dpkg rpm yum dnf brew snap " +
    "flatpak gem bundle rake corepack nix nix-shell vagrant ansible ansible-playbook composer",
  builds: "cmake ctest ninja meson bazel gradle gradlew mvn mvnw ant sbt lein msbuild dotnet gcc g++ cc c++ clang " +
    "clang++ ld as rustc javac tex latex pdflatex pdftex xelatex lualatex bibtex",
  tasks:
    "just task gmake nmake mix rebar3 stack cabal dune zig nim dart flutter lerna turbo nx rush pdm rye zx ipython " +
    "jupyter django-admin flask uvicorn gunicorn coverage pre-commit webpack vite rollup jj",
  others:
    "fzf hg svn ip pandoc ctags clang-tidy protoc xmllint cpp ldd wait openssl gpg gpg2 systemctl service convert magick mogrify ffmpeg xdg-open open start dialog whiptail " +
    "dd mkfs mount insmod modprobe",
};

/**
 * Programs that interpret their arguments, run what they are given or open a way to it: an allow rule that ends in
 * `*` never matches for them, only one that says the whole command.
 */
export const EXACT_PROGRAMS: ReadonlySet<string> = new Set(Object.values(NAMES).join(" ").split(" "));
