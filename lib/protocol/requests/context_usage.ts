/** Asks how full the context window is. */
export interface GetContextUsageFields {
  /** How much is told (newer CLI). */
  detail?: "summary" | "full";
}

/** How full the context window is, and of what. */
export interface GetContextUsageAnswer {
  /** What fills it, and what is free. */
  categories: ContextCategory[];
  /** How many tokens are used. */
  totalTokens: number;
  /** How many there may be. */
  maxTokens: number;
  /** How many there may be without any limit of one's own. */
  rawMaxTokens?: number;
  /** How much is used, in percent. */
  percentage: number;
  /** A picture, for a terminal. */
  gridRows?: ContextSquare[][];
  /** The model. */
  model: string;
  /** Instructions that were read from files. */
  memoryFiles?: ContextFile[];
  /** Tools of MCP servers. */
  mcpTools?: ContextMcpTool[];
  /** Instructions of MCP servers (newer CLI). */
  mcpInstructions?: ContextMcpInstructions[];
  /** Tools that are looked up only when wanted. */
  deferredBuiltinTools?: ContextTool[];
  /** The CLI's own tools. */
  systemTools?: ContextTool[];
  /** The parts of the system prompt. */
  systemPromptSections?: ContextTool[];
  /** The kinds of subagents. */
  agents?: ContextSubagent[];
  /** The slash commands. */
  slashCommands?: ContextCommands;
  /** The skills. */
  skills?: ContextSkills;
  /** At how many tokens the history is compacted. */
  autoCompactThreshold?: number;
  /** Where that number comes from. */
  autocompactSource?: string;
  /** Whether it is compacted by itself. */
  isAutoCompactEnabled: boolean;
  /** What the messages are made of. */
  messageBreakdown?: ContextMessages;
  /** What the model's server said last; `null` before the first turn. */
  apiUsage?: ContextApiUsage | null;
}

/** A part of the context window. */
export interface ContextCategory {
  /** What it is (newer CLI). */
  id?: string;
  /** What it is, in words. */
  name: string;
  /** How many tokens. */
  tokens: number;
  /** The colour that the CLI would give it. */
  color?: string;
  /** Whether it is not there, but could be. */
  isDeferred?: boolean;
  /** `used`, `free`, `buffer` or `deferred` (newer CLI). */
  kind?: string;
}

/** A square of the picture. */
export interface ContextSquare {
  /** Its colour. */
  color: string;
  /** Whether it is filled. */
  isFilled: boolean;
  /** What it shows. */
  categoryName: string;
  /** How many tokens that has. */
  tokens: number;
  /** How much that is, in percent. */
  percentage: number;
  /** How far the square is filled, from 0 to 1. */
  squareFullness: number;
}

/** A file of instructions. */
export interface ContextFile {
  /** Its path. */
  path: string;
  /** Whose it is, such as `Project`. */
  type: string;
  /** How many tokens. */
  tokens: number;
}

/** A tool of an MCP server. */
export interface ContextMcpTool {
  /** Its full name. */
  name: string;
  /** Its server. */
  serverName: string;
  /** How many tokens. */
  tokens: number;
  /** Whether the model sees it yet. */
  isLoaded?: boolean;
}

/** Instructions of an MCP server. */
export interface ContextMcpInstructions {
  /** The server. */
  serverName: string;
  /** How many tokens. */
  tokens: number;
}

/** A tool, or a part of the system prompt. */
export interface ContextTool {
  /** Its name. */
  name: string;
  /** How many tokens. */
  tokens: number;
  /** Whether the model sees it yet. */
  isLoaded?: boolean;
}

/** A kind of subagent. */
export interface ContextSubagent {
  /** Its name. */
  agentType: string;
  /** Where it comes from. */
  source: string;
  /** The plugin that brings it. */
  pluginId?: string;
  /** Its file (newer CLI). */
  path?: string;
  /** How many tokens. */
  tokens: number;
}

/** The slash commands in the context. */
export interface ContextCommands {
  /** How many there are. */
  totalCommands: number;
  /** How many are told to the model. */
  includedCommands: number;
  /** How many tokens. */
  tokens: number;
}

/** The skills in the context. */
export interface ContextSkills {
  /** How many there are. */
  totalSkills: number;
  /** How many are told to the model. */
  includedSkills: number;
  /** How many tokens. */
  tokens: number;
  /** One by one. */
  skillFrontmatter: ContextSkill[];
}

/** A skill in the context. */
export interface ContextSkill {
  /** Its name. */
  name: string;
  /** Where it comes from. */
  source: string;
  /** The plugin that brings it. */
  pluginName?: string;
  /** That plugin's id. */
  pluginId?: string;
  /** Its file (newer CLI). */
  path?: string;
  /** How many tokens. */
  tokens: number;
}

/** What the messages are made of, in tokens. */
export interface ContextMessages {
  /** Calls of tools. */
  toolCallTokens: number;
  /** Results of tools. */
  toolResultTokens: number;
  /** What the CLI adds. */
  attachmentTokens: number;
  /** What the model said. */
  assistantMessageTokens: number;
  /** What was said to it. */
  userMessageTokens: number;
  /** Context that was put elsewhere. */
  redirectedContextTokens?: number;
  /** The rest. */
  unattributedTokens?: number;
  /** Calls and results, by tool. */
  toolCallsByType: ContextToolCalls[];
  /** What the CLI adds, by kind. */
  attachmentsByType: ContextTool[];
}

/** Calls of one tool. */
export interface ContextToolCalls {
  /** The tool. */
  name: string;
  /** Tokens of the calls. */
  callTokens: number;
  /** Tokens of the results. */
  resultTokens: number;
}

/** What the model's server counted last. */
export interface ContextApiUsage {
  /** Tokens read. */
  input_tokens: number;
  /** Tokens written. */
  output_tokens: number;
  /** Tokens written to the cache. */
  cache_creation_input_tokens: number;
  /** Tokens read from the cache. */
  cache_read_input_tokens: number;
}
