import { TextLineStream } from "@std/streams/text-line-stream";

/**
 * Reads prompts from standard input, or from any other bytes: a line each, blank lines left out.
 *
 * A prompt is read when the turn before has ended, so that lines typed meanwhile wait in the pipe.
 *
 * @example One turn a line
 * ```ts
 * import { claude, turns } from "@turnstream/turnstream";
 * import { promptLines } from "@turnstream/turnstream/cli";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   for (let prompt = await cli.prompt(); prompt; prompt = await cli.prompt()) {
 *     await cli.end({ text: `did ${prompt.text}` });
 *   }
 * });
 * const input = new Blob(["one\n\ntwo\n"]).stream();
 * const said: string[] = [];
 * await claude(promptLines(input), { transport }).pipe(turns()).forEach((turn) => said.push(turn.text));
 * assertEquals(said, ["did one", "did two"]);
 * ```
 *
 * @param input The bytes. @default standard input
 * @returns The lines; they can be read once.
 */
export function promptLines(
  input: ReadableStream<Uint8Array<ArrayBuffer>> = Deno.stdin.readable,
): ReadableStream<string> {
  return input
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new TextLineStream({ allowCR: false }))
    .pipeThrough(
      new TransformStream({
        transform(line, controller) {
          if (line.trim() !== "") controller.enqueue(line);
        },
      }),
    );
}
