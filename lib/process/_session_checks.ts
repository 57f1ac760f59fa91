import { UsageError } from "../protocol/errors.ts";
import type { LaunchOptions } from "./launch_options.ts";
import { shown } from "./option_checks.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Refuses what says two things about the session. */
export function checkSession(options: LaunchOptions): void {
  const { resume, resumeSessionAt, forkSession } = options;
  const goesOn = resume !== undefined || options.continue === true;
  if (resume !== undefined && options.continue === true) {
    throw new UsageError(
      'Cannot use "resume" with "continue": each names a session to go on with, keep one of the two',
    );
  }
  if (forkSession === true && !goesOn) {
    throw new UsageError('Cannot use "forkSession" alone: say what to fork with "resume" or "continue"');
  }
  if (resumeSessionAt !== undefined && resume === undefined) {
    throw new UsageError('Cannot use "resumeSessionAt" alone: say which session to cut off with "resume"');
  }
  checkUuid("resumeSessionAt", resumeSessionAt);
  checkSessionId(options, goesOn);
}

function checkSessionId({ sessionId, resume, forkSession }: LaunchOptions, goesOn: boolean): void {
  if (sessionId === undefined) return;
  checkUuid("sessionId", sessionId);
  if (goesOn && forkSession !== true) {
    throw new UsageError(
      `Cannot use "sessionId" with "${resume === undefined ? "continue" : "resume"}": a session that goes on keeps ` +
        'its id; set "forkSession" to go on under a new one',
    );
  }
}

function checkUuid(name: string, value: string | undefined): void {
  if (value === undefined || UUID.test(value)) return;
  throw new UsageError(
    `Cannot use ${shown(value)} as "${name}": it must be a UUID, such as crypto.randomUUID() gives`,
  );
}
