import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import * as rxjs from "rxjs";
import { claude } from "../../mod.ts";
import * as inner from "../../lib/agent/rxjs.ts";

Deno.test("rxjs: what the library uses is what a script gets from rxjs", () => {
  const names = Object.keys(inner);
  assert(names.includes("Observable") && names.includes("Subject") && names.includes("Subscription"));
  for (const name of names) {
    assertStrictEquals(inner[name as keyof typeof inner] as unknown, rxjs[name as keyof typeof rxjs] as unknown, name);
  }
});

Deno.test("rxjs: claude() gives an instance of the script's own Observable", () => {
  const events = claude("go");
  assertEquals([events instanceof rxjs.Observable, rxjs.isObservable(events)], [true, true]);
});
