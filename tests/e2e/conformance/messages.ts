import type { z } from "zod";
import { KNOWN_BLOCKS } from "../../../lib/protocol/content/known_blocks.ts";
import { isRecord } from "../../../lib/protocol/is_record.ts";
import { contentSchemas } from "../../../lib/protocol/schemas/content_schemas.ts";
import { MESSAGE_SCHEMAS } from "../../../lib/protocol/schemas/message_schemas.ts";
import { strictObject } from "../../../lib/protocol/schemas/object_factory.ts";
import { type ClaudeVersion, type Frame, startModelServer } from "../../support/mod.ts";
import { blockNotes, messageNotes } from "./messages_notes.ts";
import { teach } from "./messages_script.ts";
import { visit } from "./messages_session.ts";
import { VISITS } from "./messages_visits.ts";
import type { Row, Section } from "./section.ts";
import { typed } from "./typed.ts";

/** Every kind of message. A kind that the CLI says and nobody has typed is a row as well. */
export const messagesSection: Section = {
  title: "Messages",
  async rows(version) {
    const seen = byKind(await messages(version), kindOf);
    return rows([...MESSAGE_SCHEMAS.keys()], seen, {
      schemaOf: (kind) => MESSAGE_SCHEMAS.get(kind)?.(strictObject),
      notes: messageNotes(version),
    });
  },
};

/** Every kind of content block, in messages and in the results of tools. */
export const blocksSection: Section = {
  title: "Content blocks",
  async rows(version) {
    const seen = byKind((await messages(version)).flatMap(blocksIn), ({ type }) => String(type));
    const { block } = contentSchemas(strictObject);
    return rows([...KNOWN_BLOCKS], seen, {
      schemaOf: (kind) => KNOWN_BLOCKS.has(kind) ? block : undefined,
      notes: blockNotes(version),
    });
  },
};

interface RowParts {
  schemaOf(kind: string): z.ZodType | undefined;
  notes: Readonly<Record<string, string>>;
}

const said = new Map<ClaudeVersion, Promise<Frame[]>>();

/** All messages that the visits brought: both sections look at the same ones. */
function messages(version: ClaudeVersion): Promise<Frame[]> {
  const known = said.get(version) ?? visitAll(version);
  said.set(version, known);
  return known;
}

async function visitAll(version: ClaudeVersion): Promise<Frame[]> {
  await using server = startModelServer();
  teach(server);
  const frames: Frame[] = [];
  for (const plan of VISITS) frames.push(...await visit(version, server, plan));
  return frames.filter(({ type }) => !String(type).startsWith("control_") && type !== "keep_alive");
}

function rows(known: readonly string[], seen: Map<string, Frame[]>, { schemaOf, notes }: RowParts): Row[] {
  return [...new Set([...known, ...seen.keys()])].sort().map((kind) => {
    const values = seen.get(kind);
    const schema = schemaOf(kind);
    const note = notes[kind];
    return {
      kind,
      seen: values !== undefined,
      typed: values === undefined ? "" : schema === undefined ? "unknown kind" : typed(schema, values),
      ...(note === undefined ? {} : { note }),
    };
  });
}

function kindOf(frame: Frame): string {
  return frame.type === "system" ? `system/${frame.subtype}` : String(frame.type);
}

function byKind(values: readonly Frame[], kindOf: (value: Frame) => string): Map<string, Frame[]> {
  const groups = new Map<string, Frame[]>();
  for (const value of values) {
    const kind = kindOf(value);
    groups.set(kind, [...groups.get(kind) ?? [], value]);
  }
  return groups;
}

/** The blocks of a message, those inside of other blocks too. */
function blocksIn(frame: Frame): Frame[] {
  if (frame.type !== "assistant" && frame.type !== "user") return [];
  return within(frame.message.content);
}

function within(content: unknown): Frame[] {
  if (!Array.isArray(content)) return [];
  return content.filter(isRecord).flatMap((block) => {
    const isNested = block.type === "tool_result" || block.type === "mcp_tool_result";
    return isNested ? [block, ...within(block.content)] : [block];
  });
}
