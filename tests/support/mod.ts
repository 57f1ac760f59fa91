export { CLAUDE_VERSIONS, type ClaudeVersion } from "./claude_versions.ts";
export { eachVersion } from "./each_version.ts";
export {
  type Match,
  type ModelRequest,
  type ModelRequestBody,
  ModelServer,
  type Reply,
  startModelServer,
  type Step,
  tool,
  toolResults,
} from "./model_server.ts";
export { FIXED_ARGUMENTS, type Frame, FrameSession } from "./frame_session.ts";
export { openSession, type RawSession, type RawSessionOptions } from "./raw_session.ts";
export { realClaude } from "./real_claude.ts";
export { runScript, type RunScriptOptions, type ScriptOutcome } from "./run_script.ts";
export { Sandbox, sandbox, type SandboxOptions } from "./sandbox.ts";
