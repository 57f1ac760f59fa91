/**
 * The least that any reader has to do: decode, split and parse, of bytes that are in memory already. One pass in a fresh
 * process, as cold as the others, and the blocks as they came from the pipe.
 */
import { Tally } from "./tally.mjs";

const blocks = await read();
const tally = new Tally();
const decoder = new TextDecoder();
let rest = "";
tally.begin();
for (const block of blocks) {
  const lines = decoder.decode(block, { stream: true }).split("\n");
  lines[0] = rest + lines[0];
  rest = lines.pop()!;
  for (const line of lines) tally.take(JSON.parse(line));
}
tally.print();

async function read(): Promise<Uint8Array[]> {
  const child = new Deno.Command(Deno.env.get("BENCH_PRODUCER")!, { stdin: "piped", stdout: "piped" }).spawn();
  const input = child.stdin.getWriter();
  const frames = '{"type":"user","message":{"role":"user","content":"go"}}\n';
  await input.write(new TextEncoder().encode(frames));
  const blocks: Uint8Array[] = [];
  for await (const block of child.stdout) {
    blocks.push(block);
    if (endsWithResult(block)) await input.close();
  }
  await child.status;
  return blocks;
}

/** The result is the last line, and shorter than what is looked at here. */
function endsWithResult(block: Uint8Array): boolean {
  return new TextDecoder().decode(block.subarray(-1000)).includes('"type":"result"');
}
