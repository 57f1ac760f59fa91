import { z } from "zod";
import { maybeFlag, maybeNumber, maybeText } from "../schemas/fields.ts";
import { type ObjectFactory, optional } from "../schemas/object_factory.ts";
import type * as context from "./context_usage.ts";

/** The answer to `get_context_usage`. */
export function contextAnswer(object: ObjectFactory): z.ZodType<context.GetContextUsageAnswer> {
  const text = z.string();
  const number = z.number();
  const tool = object<context.ContextTool>({ name: text, tokens: number, isLoaded: maybeFlag() });
  return object<context.GetContextUsageAnswer>({
    categories: z.array(object<context.ContextCategory>({
      id: maybeText(),
      name: text,
      tokens: number,
      color: maybeText(),
      isDeferred: maybeFlag(),
      kind: maybeText(),
    })),
    totalTokens: number,
    maxTokens: number,
    rawMaxTokens: maybeNumber(),
    percentage: number,
    gridRows: optional(z.array(z.array(object<context.ContextSquare>({
      color: text,
      isFilled: z.boolean(),
      categoryName: text,
      tokens: number,
      percentage: number,
      squareFullness: number,
    })))),
    model: text,
    memoryFiles: optional(z.array(object<context.ContextFile>({ path: text, type: text, tokens: number }))),
    mcpTools: optional(z.array(
      object<context.ContextMcpTool>({ name: text, serverName: text, tokens: number, isLoaded: maybeFlag() }),
    )),
    mcpInstructions: optional(z.array(
      object<context.ContextMcpInstructions>({ serverName: text, tokens: number }),
    )),
    deferredBuiltinTools: optional(z.array(tool)),
    systemTools: optional(z.array(tool)),
    systemPromptSections: optional(z.array(tool)),
    agents: optional(z.array(object<context.ContextSubagent>({
      agentType: text,
      source: text,
      pluginId: maybeText(),
      path: maybeText(),
      tokens: number,
    }))),
    slashCommands: optional(object<context.ContextCommands>({
      totalCommands: number,
      includedCommands: number,
      tokens: number,
    })),
    skills: optional(skills(object)),
    autoCompactThreshold: maybeNumber(),
    autocompactSource: maybeText(),
    isAutoCompactEnabled: z.boolean(),
    messageBreakdown: optional(messages(object)),
    apiUsage: optional(
      object<context.ContextApiUsage>({
        input_tokens: number,
        output_tokens: number,
        cache_creation_input_tokens: number,
        cache_read_input_tokens: number,
      }).nullable(),
    ),
  });
}

function skills(object: ObjectFactory): z.ZodType<context.ContextSkills> {
  return object<context.ContextSkills>({
    totalSkills: z.number(),
    includedSkills: z.number(),
    tokens: z.number(),
    skillFrontmatter: z.array(object<context.ContextSkill>({
      name: z.string(),
      source: z.string(),
      pluginName: maybeText(),
      pluginId: maybeText(),
      path: maybeText(),
      tokens: z.number(),
    })),
  });
}

function messages(object: ObjectFactory): z.ZodType<context.ContextMessages> {
  const number = z.number();
  return object<context.ContextMessages>({
    toolCallTokens: number,
    toolResultTokens: number,
    attachmentTokens: number,
    assistantMessageTokens: number,
    userMessageTokens: number,
    redirectedContextTokens: maybeNumber(),
    unattributedTokens: maybeNumber(),
    toolCallsByType: z.array(
      object<context.ContextToolCalls>({ name: z.string(), callTokens: number, resultTokens: number }),
    ),
    attachmentsByType: z.array(
      object<context.ContextTool>({ name: z.string(), tokens: number, isLoaded: maybeFlag() }),
    ),
  });
}
