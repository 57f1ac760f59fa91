import { z } from "zod";
import type { ContentBlock } from "../content/block.ts";
import type {
  Base64Source,
  ContainerUploadBlock,
  ContentSource,
  DocumentBlock,
  FileSource,
  ImageBlock,
  PlainTextSource,
  SearchResultBlock,
  UrlSource,
} from "../content/media.ts";
import type { Citation } from "../content/text.ts";
import { chosenByType, maybeFlag, maybeTextOrNull } from "./fields.ts";
import { type ObjectFactory, optional } from "./object_factory.ts";

/** A picture. */
export function imageSchema(object: ObjectFactory): z.ZodType<ImageBlock> {
  return object<ImageBlock>({
    type: z.literal("image"),
    source: chosenByType<ImageBlock["source"]>(new Map(sources(object))),
  });
}

/** A document; one of its sources is made of blocks again. */
export function documentSchema(
  object: ObjectFactory,
  content: z.ZodType<string | ContentBlock[]>,
): z.ZodType<DocumentBlock> {
  const builders = new Map<string, () => z.ZodType>([
    ...sources(object),
    [
      "text",
      () => object<PlainTextSource>({ type: z.literal("text"), media_type: z.string(), data: z.string() }),
    ],
    ["content", () => object<ContentSource>({ type: z.literal("content"), content })],
  ]);
  return object<DocumentBlock>({
    type: z.literal("document"),
    source: chosenByType<DocumentBlock["source"]>(builders),
    title: maybeTextOrNull(),
    context: maybeTextOrNull(),
    citations: optional(object<{ enabled?: boolean }>({ enabled: maybeFlag() }).nullable()),
  });
}

/** A search result. */
export function searchResultSchema(object: ObjectFactory, citation: z.ZodType<Citation>): z.ZodType<SearchResultBlock> {
  return object<SearchResultBlock>({
    type: z.literal("search_result"),
    source: z.string(),
    title: z.string(),
    content: z.array(object<SearchResultBlock["content"][number]>({
      type: z.literal("text"),
      text: z.string(),
      citations: optional(z.array(citation).nullable()),
    })),
    citations: optional(object<{ enabled?: boolean }>({ enabled: maybeFlag() }).nullable()),
  });
}

/** A file in the container of the model's own tools. */
export function uploadSchema(object: ObjectFactory): z.ZodType<ContainerUploadBlock> {
  return object<ContainerUploadBlock>({ type: z.literal("container_upload"), file_id: z.string() });
}

function sources(object: ObjectFactory): [string, () => z.ZodType][] {
  return [
    [
      "base64",
      () => object<Base64Source>({ type: z.literal("base64"), media_type: z.string(), data: z.string() }),
    ],
    ["url", () => object<UrlSource>({ type: z.literal("url"), url: z.string() })],
    ["file", () => object<FileSource>({ type: z.literal("file"), file_id: z.string() })],
  ];
}
