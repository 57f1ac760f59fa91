/** The versions of the real `claude` that the end-to-end tests run against: the newest, then the oldest. */
export const CLAUDE_VERSIONS = ["2.1.332", "2.1.197"] as const;

/** One of the pinned versions. */
export type ClaudeVersion = (typeof CLAUDE_VERSIONS)[number];

/** The variable that gives a binary of one's own in place of a pinned version. */
export const CLAUDE_PATH_VARIABLES: Record<ClaudeVersion, string> = {
  "2.1.332": "TURNSTREAM_CLAUDE_NEW",
  "2.1.197": "TURNSTREAM_CLAUDE_OLD",
};
