/**
 * What an agent needs once its process runs: it reads and answers, and holds every schema. Loaded by `load_late.ts`, so
 * that a script's first process is started without it.
 *
 * @module
 */
export { answerIssues } from "../protocol/requests/answers.ts";
export { checkWritten } from "./controls/check_written.ts";
export { listen } from "./listen.ts";
