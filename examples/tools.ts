#!/usr/bin/env -S deno run --allow-run=claude
// The script lends the agent its own functions: they run here, with the script's permissions, and need no server.
import { claude, texts } from "jsr:@turnstream/turnstream@^0.1";
import { mcpServer, tool } from "jsr:@turnstream/turnstream@^0.1/mcp";
import { concat, delay, of } from "npm:rxjs@^7.8.2";
import { z } from "npm:zod@^4.6.7";

const stock = new Map([["apples", 3], ["pears", 0]]);

const shop = mcpServer("shop", [
  // Arguments have the types of the schema; `allow` is the rule, where nothing else decides.
  tool("count", "How many of a fruit there are", z.object({ fruit: z.string() }), ({ fruit }) => {
    if (!stock.has(fruit)) throw new Error(`There is no shelf for ${fruit}`);
    return { fruit, count: stock.get(fruit) };
  }, { allow: true, readOnly: true }),
  // An observable tells progress, and its last value is the result.
  tool(
    "order",
    "Orders more of a fruit",
    z.object({ fruit: z.string(), count: z.int().max(10) }),
    ({ fruit, count }) => {
      stock.set(fruit, (stock.get(fruit) ?? 0) + count);
      return concat(of("called the farm"), of(`${count} ${fruit} ordered`).pipe(delay(10)));
    },
    { allow: true },
  ),
  // Nobody allows this one, so it does not run.
  tool("close", "Closes the shop", z.object({}), () => void stock.clear()),
]);

await claude("Make sure that there are pears, then close the shop", { mcpServers: { shop } }).pipe(
  texts(),
).forEach((text) => console.log(text));
console.log(Object.fromEntries(stock));
