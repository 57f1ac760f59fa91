#!/usr/bin/env -S deno run --allow-run=claude
// The same agent, held in the hand.
import { allowTools, connect } from "jsr:@turnstream/turnstream@^0.1";

await using agent = await connect({ model: "sonnet" }, (events) => events.pipe(allowTools("Read", "Grep")));

const turn = await agent.ask("hello");
console.log(turn.text);

await agent.setPermissionMode("plan");
console.log((await agent.ask("Plan one improvement of this repository")).text);
