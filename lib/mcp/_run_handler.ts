import type { Observable } from "rxjs";
import { from, isObservable, Subscription } from "../agent/rxjs.ts";
import { messageOf } from "../agent/answer/message_of.ts";
import { failure, resultOf } from "./_result.ts";
import { fit } from "./_schema.ts";
import type { McpTool } from "./tool.ts";
import type { ToolResult } from "./tool_content.ts";
import type { ToolContext } from "./tool_context.ts";

/** Calls a tool. Never rejects: what goes wrong is a result that says so. */
export async function runHandler(tool: McpTool, given: unknown, context: ToolContext): Promise<ToolResult> {
  const args = await fit(tool.schema, given ?? {});
  if ("wrong" in args) return failure(`The arguments of "${tool.name}" do not fit: ${args.wrong}`);
  // Nobody wants any more what it would do: the call was cancelled before it began.
  if (context.signal.aborted) return failure(`The call of "${tool.name}" was cancelled`);
  try {
    const value = await settled(await tool.handler(args.value as never, context), context);
    return await checked(tool, resultOf(value));
  } catch (error) {
    return failure(messageOf(error) || String(error));
  }
}

async function checked(tool: McpTool, result: ToolResult): Promise<ToolResult> {
  if (tool.output === undefined || result.isError === true) return result;
  const output = await fit(tool.output, result.structuredContent);
  if ("wrong" in output) return failure(`The result of "${tool.name}" does not fit its schema: ${output.wrong}`);
  return result;
}

function settled(value: unknown, context: ToolContext): unknown {
  return isObservable(value) ? lastValue(value, context) : value;
}

/** The last value; each one before is progress. */
function lastValue(source: Observable<unknown>, { signal, progress }: ToolContext): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const subscription = new Subscription();
    const onAbort = () => {
      subscription.unsubscribe();
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    subscription.add(() => signal.removeEventListener("abort", onAbort));
    let last: { value: unknown } | undefined;
    subscription.add(
      from(source).subscribe({
        next: (value) => {
          if (last !== undefined) progress(last.value as string);
          last = { value };
        },
        error: (error) => {
          subscription.unsubscribe();
          reject(error);
        },
        complete: () => {
          subscription.unsubscribe();
          resolve(last?.value);
        },
      }),
    );
  });
}
