import { z } from "zod";
import { hostRequestSchemas } from "../../../lib/protocol/control/request_schemas.ts";
import type { Frame } from "../../support/mod.ts";
import { requestsOf } from "./host_requests_session.ts";
import type { Row, Section } from "./section.ts";
import { typed } from "./typed.ts";

/** Why a request was not provoked. */
const NOTES: Record<string, string> = {
  request_user_dialog: "not provoked: the one known kind needs a model whose refusals have a fallback; typed by hand",
  oauth_token_refresh: "not provoked: for hosts that keep the sign-in of claude.ai; typed by hand",
  host_auth_token_refresh: "not provoked: for hosts that keep the credential of a provider; typed by hand",
  keep_alive: "not provoked: a frame without content, sent over remote transports; never reaches the script",
};

/** What the CLI asks of the host. */
export const hostRequestsSection: Section = {
  title: "What the CLI asks of the host",
  rows: async (version) => rows(await requestsOf(version)),
};

function rows(frames: readonly Frame[]): Row[] {
  const schemas: Record<string, z.ZodType> = {
    ...hostRequestSchemas((shape) => z.strictObject(shape)),
    control_cancel_request: z.strictObject({ type: z.literal("control_cancel_request"), request_id: z.string() }),
    keep_alive: z.strictObject({ type: z.literal("keep_alive") }),
  };
  const values = new Map<string, unknown[]>();
  for (const frame of frames) {
    const kind = frame.type === "control_request" ? String(frame.request.subtype) : String(frame.type);
    if (frame.type !== "control_request" && !(kind in schemas)) continue;
    values.set(kind, [...values.get(kind) ?? [], frame.type === "control_request" ? frame.request : frame]);
  }
  const unknown = [...values.keys()].filter((kind) => !(kind in schemas)).sort();
  return [...Object.keys(schemas), ...unknown].map((kind) => rowOf(kind, values.get(kind) ?? [], schemas[kind]));
}

function rowOf(kind: string, seen: readonly unknown[], schema: z.ZodType | undefined): Row {
  const note = seen.length === 0 ? NOTES[kind] : undefined;
  return {
    kind,
    seen: seen.length > 0,
    typed: schema === undefined ? "no schema" : typed(schema, seen),
    ...(note === undefined ? {} : { note }),
  };
}
