import type { PathGlob } from "./path_glob.ts";

/** A permission rule as people write it, in the syntax of the CLI's settings: `Read`, `Bash(git diff *)`. */
export type RuleText = string;

/** Where a path leads when its symbolic links are followed. */
export type ResolvedPath =
  | {
    /** The real path, absolute. What does not exist yet stands below the real path of what does. */
    readonly path: string;
    /** Which links were not followed and why, if the script may not look at all of them. */
    readonly unread?: string;
  }
  | {
    /** Why the path leads nowhere, such as links in a circle. No allow rule covers it. */
    readonly failed: string;
  };

/** A tool call as a rule sees it. */
export interface RuleCall {
  /** The tool's name, exactly as the CLI gives it. */
  toolName: string;
  /** The tool's input, in the form in which the call would run. */
  input: Readonly<Record<string, unknown>>;
  /** The directory that the agent was launched in: relative rules start here. Unknown when `undefined`. */
  cwd: string | undefined;
  /** The agent's home directory: `~/` in rules starts here. @default unknown */
  home?: string;
  /**
   * Follows the symbolic links of an absolute path. An allow rule then covers a path only where it covers the path as
   * written and as it leads on; a deny rule covers it where it covers either.
   *
   * @default links are not followed: paths count as they are written
   */
  resolvePath?(path: string): ResolvedPath;
}

/** `Bash(make test)`: one whole command. */
export interface ExactCommand {
  /** The specifier's kind. */
  readonly kind: "exactCommand";
  /** The command as the rule has it. */
  readonly text: string;
  /** Its words, where the text is one simple literal command. */
  readonly words: readonly string[] | undefined;
}

/** `Bash(git diff *)` or `Bash(git diff:*)`: words, then any arguments. */
export interface CommandPrefix {
  /** The specifier's kind. */
  readonly kind: "commandPrefix";
  /** The words that the command must begin with. */
  readonly words: readonly string[];
}

/** `Edit(src/**)`: files by path. */
export interface PathSpecifier {
  /** The specifier's kind. */
  readonly kind: "path";
  /** The pattern, compiled. */
  readonly glob: PathGlob;
}

/** `WebFetch(domain:example.com)`: pages by host. */
export interface DomainSpecifier {
  /** The specifier's kind. */
  readonly kind: "domain";
  /** The host in lower case, as a URL has it. */
  readonly host: string;
  /** Whether the rule speaks of the sub-domains alone, as `domain:*.example.com` does. */
  readonly subdomainsOnly: boolean;
}

/** `Agent(Explore)`, `Skill(review)`: one value of one input property. */
export interface ValueSpecifier {
  /** The specifier's kind. */
  readonly kind: "value";
  /** The value that the input property must have. */
  readonly value: string;
}

/** What stands between a rule's parentheses, understood. */
export type Specifier = ExactCommand | CommandPrefix | PathSpecifier | DomainSpecifier | ValueSpecifier;

/** A rule that has been read and found sound. Made by `parseRule`. */
export interface ParsedRule {
  /** The rule as it was written. */
  readonly text: RuleText;
  /** The tool's name or the glob of names, without the specifier. */
  readonly name: string;
  /** What stands between the parentheses. `undefined`: every call of the tool. */
  readonly specifier: Specifier | undefined;
}
