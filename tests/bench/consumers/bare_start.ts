/** The floor: starts the program and writes a line, with nothing imported. */
const child = new Deno.Command(Deno.args[0]!, { stdin: "piped", stdout: "piped" }).spawn();
const input = child.stdin.getWriter();
await input.write(new TextEncoder().encode('{"type":"user","message":{"role":"user","content":"go"}}\n'));
await input.close();
await child.stdout.cancel();
await child.status;
console.log(JSON.stringify({ good: 1 }));
