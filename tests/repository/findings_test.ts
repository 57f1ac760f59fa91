import { assert, assertEquals, assertFalse } from "@std/assert";
import { isAboutRxjs, readFindings } from "../tasks/findings.ts";

const OUTPUT = `error[private-type-ref]: public type 'A["o"]' references private type 'Observable'
 --> /somewhere/a.ts:6:12
  |
6 |   o: Observable<string>;
  |   ^
  = hint: make the referenced type public or remove the reference


error[missing-jsdoc]: exported symbol is missing JSDoc documentation
  --> /somewhere/b.ts:26:35
   |
26 | export const b = 1;
   | ^


error: Found 2 documentation lint errors.
`;

Deno.test("readFindings() tells rule, file and referenced type", () => {
  const [first, second, ...more] = readFindings(OUTPUT);
  assertEquals(more, []);
  assertEquals([first?.rule, first?.path, first?.referenced], ["private-type-ref", "/somewhere/a.ts", "Observable"]);
  assertEquals([second?.rule, second?.path, second?.referenced], ["missing-jsdoc", "/somewhere/b.ts", undefined]);
  assertFalse(second?.text.includes("Found 2"));
});

Deno.test("isAboutRxjs() takes away only references to what the file imports from rxjs", () => {
  const [reference, missing] = readFindings(OUTPUT);
  assert(reference && missing);
  assert(isAboutRxjs(reference, `import { map, type Observable } from "rxjs";`));
  assert(isAboutRxjs(reference, `import type {\n  Observable as Stream,\n} from "rxjs";`));
  assertFalse(isAboutRxjs(reference, `import { Observable } from "./observable.ts";`));
  assertFalse(isAboutRxjs(reference, `import { map } from "rxjs";`));
  assertFalse(isAboutRxjs(missing, `import { map, type Observable } from "rxjs";`));
});
