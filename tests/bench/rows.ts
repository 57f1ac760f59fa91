import { agents } from "./rows/agents.ts";
import { events } from "./rows/events.ts";
import { growth } from "./rows/growth.ts";
import { lines } from "./rows/lines.ts";
import { permissions } from "./rows/permissions.ts";
import { slow } from "./rows/slow.ts";
import { start } from "./rows/start.ts";
import { validate } from "./rows/validate.ts";
import type { Row } from "./types.ts";

/** Every row of the benchmark, in the order of the goals. */
export const ROWS: readonly Row[] = [
  events,
  validate,
  lines,
  permissions,
  slow,
  start,
  agents,
  growth,
];
