import { assertEquals } from "@std/assert";
import { whenQuiet } from "../../lib/process/when_quiet.ts";
import { FakeClock } from "../support/fake_clock.ts";

/** Something that stirs when it is told to, watched for 400 ms of quiet. */
function watched() {
  const clock = new FakeClock();
  const seen = { came: true, quiet: 0 };
  const stirred = (): boolean => {
    const { came } = seen;
    seen.came = false;
    return came;
  };
  return { clock, seen, callOff: whenQuiet(400, { clock, stirred, onQuiet: () => seen.quiet++ }) };
}

Deno.test("whenQuiet() tells once, after two quiet spells in a row; what came before it began does not count", () => {
  const { clock, seen } = watched();
  clock.advance(399);
  assertEquals(seen.quiet, 0);
  clock.advance(1);
  assertEquals([seen.quiet, clock.waiting], [1, 0]);
});

Deno.test("whenQuiet() begins anew with the spell in which something came, the first or the second", () => {
  for (const at of [100, 300]) {
    const { clock, seen } = watched();
    clock.advance(at);
    seen.came = true;
    clock.advance(400 - at);
    clock.advance(199);
    assertEquals(seen.quiet, 0);
    clock.advance(at === 100 ? 1 : 201);
    assertEquals([seen.quiet, clock.waiting], [1, 0]);
  }
});

Deno.test("whenQuiet() that is called off tells nothing, in either spell", () => {
  for (const at of [0, 200, 399]) {
    const { clock, seen, callOff } = watched();
    clock.advance(at);
    callOff();
    assertEquals(clock.waiting, 0);
    clock.advance(1_000);
    assertEquals(seen.quiet, 0);
  }
});
