import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type ModelRequestBody, type ModelServer, startModelServer, tool, toolResults } from "./model_server.ts";

type Messages = ModelRequestBody["messages"];

function ask(
  server: ModelServer,
  messages: Messages,
  how: { stream?: boolean; signal?: AbortSignal } = {},
): Promise<Response> {
  const { stream = true, signal = null } = how;
  const body = JSON.stringify({ model: "m", stream, messages });
  return fetch(`${server.url}/v1/messages?beta=true`, { method: "POST", body, signal });
}

async function textOf(response: Response): Promise<string> {
  return [...(await response.text()).matchAll(/"text_delta","text":"([^"]*)"/g)].map((match) => match[1]).join("");
}

const user = (content: Messages[number]["content"]) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });

Deno.test("startModelServer() answers the n-th request after a text with step n, then Done.", async () => {
  await using server = startModelServer();
  server.on("go", ["one", tool("Bash", { command: "ls" })]);
  assertEquals(await textOf(await ask(server, [user("go")])), "one");
  const second = await (await ask(server, [user("go"), assistant("one"), user("unscripted")])).text();
  assertStringIncludes(second, String.raw`"partial_json":"{\"command\":\"ls\"}"`);
  assertStringIncludes(second, `"stop_reason":"tool_use"`);
  const third = [user("go"), assistant("one"), user("x"), assistant("two"), user("y")];
  assertEquals(await textOf(await ask(server, third)), "Done.");
  assertEquals(server.requests.map(({ body }) => body.messages.length), [1, 3, 5]);
});

Deno.test("startModelServer() goes by the newest text that a script matches, and not by tool results", async () => {
  await using server = startModelServer();
  server.on("first", ["answer to the first"]).on(/^second \d$/, ["answer to the second"]);
  const toolResult = [{ type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: "first" }] }];
  const conversation = [user("first"), assistant("x"), user("second 2"), assistant("y"), user(toolResult)];
  assertEquals(await textOf(await ask(server, conversation.slice(0, 3))), "answer to the second");
  assertEquals(await textOf(await ask(server, conversation)), "Done.");
  assertEquals(await textOf(await ask(server, [user("not the first")])), "Done.");
  const wrapped = { role: "system", content: "The user wrote:\nfirst\n\nGo on." };
  assertEquals(await textOf(await ask(server, [...conversation, wrapped])), "answer to the first");
  assertEquals(toolResults(server.requests[1]!.body), [{ id: "t1", text: "first", isError: false }]);
});

Deno.test("startModelServer() is done with what was interrupted, whether or not the model had begun to answer", async () => {
  await using server = startModelServer();
  server.on("hang", [{ text: "so far", hang: true }]).on("again", ["and again"]);
  const text = (text: string) => ({ type: "text", text });
  const marker = text("[Request interrupted by user]\n");
  const begun = [user("hang"), assistant("so far"), user([marker, text("next")])];
  const unbegun = [user([text("hang\n"), marker, text("next")])];
  for (const messages of [begun, unbegun]) assertEquals(await textOf(await ask(server, messages)), "Done.");
  assertEquals(await textOf(await ask(server, [user([text("hang\n"), marker, text("again")])])), "and again");
});

Deno.test("startModelServer() gives each request for which a function holds the next step", async () => {
  await using server = startModelServer();
  server.on((body) => body.model === "m", ["one", (request) => `${request.body.messages.length} messages`]);
  assertEquals(await textOf(await ask(server, [user("a")])), "one");
  assertEquals(await textOf(await ask(server, [user("b")])), "1 messages");
  assertEquals(await textOf(await ask(server, [user("c")])), "Done.");
});

Deno.test("startModelServer() sends errors as often as asked, and whole messages to who wants no stream", async () => {
  await using server = startModelServer();
  server.on("go", [{ error: { status: 529, type: "overloaded_error", times: 1 }, text: "at last" }]);
  const refused = await ask(server, [user("go")]);
  assertEquals(refused.status, 529);
  assertEquals((await refused.json()).error.type, "overloaded_error");
  const message = await (await ask(server, [user("go")], { stream: false })).json();
  assertEquals([message.content, message.stop_reason], [[{ type: "text", text: "at last" }], "end_turn"]);
});

Deno.test("startModelServer() answers count_tokens and unknown paths", async () => {
  await using server = startModelServer();
  const counted = await fetch(`${server.url}/v1/messages/count_tokens`, { method: "POST", body: "{}" });
  assertEquals(await counted.json(), { input_tokens: 10 });
  const unknown = await fetch(`${server.url}/v1/models`);
  assertEquals(unknown.status, 404);
  await unknown.body?.cancel();
  assertEquals(server.requests.length, 0);
});

Deno.test("startModelServer() waits for what a step waits for", async () => {
  await using server = startModelServer();
  const start = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  server.on("go", [{ text: "hello", startWhen: start.promise, finishWhen: finish.promise, pieceMs: 1 }]);
  const answer = ask(server, [user("go")]);
  const request = await server.request(({ body }) => body.messages.length === 1);
  assertEquals(request.body.model, "m");
  start.resolve();
  const reader = (await answer).body!.pipeThrough(new TextDecoderStream()).getReader();
  let got = "";
  while (!got.includes("hello")) got += (await reader.read()).value;
  assert(!got.includes("content_block_stop"));
  finish.resolve();
  for (let part = await reader.read(); !part.done; part = await reader.read()) got += part.value;
  assertStringIncludes(got, "message_stop");
});

Deno.test("startModelServer() closes answers that hang, before and after their first byte", async () => {
  const server = startModelServer();
  server.on("hang", [{ text: "so far", hang: true }]).on("wait", [{ delayMs: 1e8 }]);
  const hanging = await ask(server, [user("hang")]);
  const waiting = ask(server, [user("wait")]);
  await server.request(({ body }) => body.messages[0]?.content === "wait");
  await server[Symbol.asyncDispose]();
  assertEquals(await textOf(hanging), "so far");
  await (await waiting).body?.cancel();
});

Deno.test("startModelServer() lets clients go away in the middle", async () => {
  await using server = startModelServer();
  server.on("hang", [{ text: "so far", hang: true }]);
  const client = new AbortController();
  const response = await ask(server, [user("hang")], { signal: client.signal });
  const reader = response.body!.getReader();
  await reader.read();
  client.abort();
  await reader.closed.catch(() => {});
});
