/**
 * The agent as a process: its command line and environment, its pipes, its end.
 *
 * @module
 */
export { launchArguments, type LaunchParts } from "./argv.ts";
export { childTransport, type ChildTransportOptions } from "./child_transport.ts";
export { type Clock, LONGEST_MS, systemClock } from "./clock.ts";
export { childEnvironment, DEFAULT_STOP_BLOCKS, type EnvironmentOptions, guardedEnvironment } from "./environment.ts";
export {
  ProcessError,
  type ProcessErrorOptions,
  StartError,
  type StartErrorKind,
  type StartErrorOptions,
} from "./errors.ts";
export { type AgentGuard, guardAgent } from "./last_rites.ts";
export { checkSessionSettings } from "./check_session_settings.ts";
export { checkStart } from "./check_start.ts";
export type { Effort, LaunchOptions, Thinking } from "./launch_options.ts";
export {
  checkChoice,
  checkList,
  checkSwitch,
  checkText,
  checkWhole,
  type ChoiceOptions,
  type ListOptions,
  shown,
} from "./option_checks.ts";
export { checkOptionNames } from "./option_names.ts";
export { isListSafe } from "./rule_lists.ts";
export { programVersion } from "./program_version.ts";
export { maskSecrets, safeArguments, secretMask, secretValues } from "./secrets.ts";
export { StderrTail, type StderrTailOptions } from "./stderr_tail.ts";
export { type StopOptions, stopProcess } from "./stop.ts";
export {
  DEFAULT_DRAIN_MS,
  type Launch,
  type Transport,
  type TransportExit,
  type TransportFactory,
} from "./transport.ts";
export { visibleEnvironment } from "./visible_environment.ts";
export { whenQuiet } from "./when_quiet.ts";
