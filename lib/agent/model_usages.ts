import { isRecord } from "../protocol/is_record.ts";
import type { ModelUsage, ResultMessage } from "../protocol/messages.ts";

/** Fields of a model's usage that say what the model is, and do not grow. */
const FACTS = new Set(["contextWindow", "maxOutputTokens"]);

/**
 * Tells what each turn took of each model. The newer CLI tells it; for the older one it is the growth of what it counts
 * over the process.
 */
export class ModelUsages {
  #before: Record<string, ModelUsage> = {};

  /** The usage of the turn that a result closes. */
  next(result: ResultMessage): Record<string, ModelUsage> {
    const total = tableOf(result.modelUsage);
    const told = result.model_usage_since_last_result;
    const models = isRecord(told) ? tableOf(told) : grown(total, this.#before);
    if (Object.keys(total).length > 0) this.#before = total;
    return models;
  }
}

/** A usage that makes no sense must not end a run that was paid for. */
function tableOf(value: unknown): Record<string, ModelUsage> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([, usage]) => isRecord(usage))) as Record<string, ModelUsage>;
}

function grown(total: Record<string, ModelUsage>, before: Record<string, ModelUsage>): Record<string, ModelUsage> {
  const models: Record<string, ModelUsage> = {};
  for (const [model, usage] of Object.entries(total)) {
    const old: Record<string, unknown> = { ...before[model] };
    let isUsed = false;
    const entries = Object.entries(usage).map(([name, value]) => {
      if (typeof value !== "number" || FACTS.has(name)) return [name, value];
      const growth = Math.max(0, Math.round((value - numberOf(old[name])) * 1e9) / 1e9);
      isUsed ||= growth > 0;
      return [name, growth];
    });
    // A model that did nothing in this turn is not a part of it.
    if (isUsed) models[model] = Object.fromEntries(entries);
  }
  return models;
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
