import { assertEquals } from "@std/assert";
import { Subject, type Subscription } from "rxjs";
import { FanOut } from "../../lib/agent/fan_out.ts";

interface Source {
  next(value: number): void;
  error(error: unknown): void;
  complete(): void;
  subscribe(observer: { next(value: number): void; error(error: unknown): void; complete(): void }): Subscription;
}

/** What a scenario sees of a source. */
function logOf(source: Source, scenario: (source: Source, watch: (name: string) => Subscription) => void): string[] {
  const log: string[] = [];
  scenario(source, (name) =>
    source.subscribe({
      next: (value) => log.push(`${name}${value}`),
      error: (error) => log.push(`${name} failed: ${error}`),
      complete: () => log.push(`${name} done`),
    }));
  return log;
}

const SCENARIOS: Record<string, (source: Source, watch: (name: string) => Subscription) => void> = {
  "nobody listens": (source) => source.next(1),
  "two who come and go"(source, watch) {
    const a = watch("a");
    source.next(1);
    watch("b");
    source.next(2);
    a.unsubscribe();
    source.next(3);
  },
  "one who leaves twice"(source, watch) {
    const a = watch("a");
    watch("b");
    a.unsubscribe();
    a.unsubscribe();
    source.next(1);
  },
  "one who leaves while a value flows, and one who comes"(source, watch) {
    source.subscribe({
      next: (value) => {
        if (value !== 1) return;
        b.unsubscribe();
        watch("c");
      },
      error() {},
      complete() {},
    });
    const b = watch("b");
    source.next(1);
    source.next(2);
  },
  "a value from inside a value"(source, watch) {
    watch("a");
    source.subscribe({ next: (value) => value < 3 ? source.next(value + 1) : undefined, error() {}, complete() {} });
    watch("b");
    source.next(1);
  },
  "an end, and values and ends behind it"(source, watch) {
    watch("a");
    watch("b");
    source.complete();
    source.next(1);
    source.error("late");
    source.complete();
    watch("c");
  },
  "an error, and who comes late"(source, watch) {
    watch("a");
    source.error("broken");
    source.next(1);
    source.complete();
    watch("b");
  },
  "an end from inside a value"(source, watch) {
    source.subscribe({ next: () => source.complete(), error() {}, complete() {} });
    watch("b");
    source.next(1);
    source.next(2);
  },
};

for (const [name, scenario] of Object.entries(SCENARIOS)) {
  Deno.test(`FanOut does what a Subject does: ${name}`, () => {
    assertEquals(logOf(new FanOut<number>(), scenario), logOf(new Subject<number>(), scenario));
  });
}

Deno.test("FanOut passes on what is written down here", () => {
  assertEquals(logOf(new FanOut<number>(), SCENARIOS["two who come and go"]!), ["a1", "a2", "b2", "b3"]);
  assertEquals(logOf(new FanOut<number>(), SCENARIOS["an error, and who comes late"]!), [
    "a failed: broken",
    "b failed: broken",
  ]);
});
