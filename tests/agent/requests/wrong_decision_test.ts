import { assertEquals, assertStringIncludes } from "@std/assert";
import { onPermission, type PermissionHandler } from "../../../lib/operators/on_permission.ts";
import { canUseTool } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";

const circular: Record<string, unknown> = { command: "x" };
circular.self = circular;

class Inherited {
  get behavior(): string {
    return "allow";
  }
}

const wrong: [string, PermissionHandler][] = [
  ["an empty input for one that is not empty", (request) => request.allow({})],
  ["an input of nothing but undefined", (request) => request.allow({ command: undefined })],
  ["a circular input", (request) => request.allow(circular)],
  ["a BigInt in the input", (request) => request.allow({ count: 1n })],
  ["a getter that throws", (request) =>
    request.allow(Object.defineProperty({}, "command", {
      enumerable: true,
      get: () => {
        throw new Error("got");
      },
    }))],
  ["a toJSON that throws", (request) =>
    request.allow({
      toJSON: () => {
        throw new Error("no JSON");
      },
    })],
  ["a toJSON that gives no object", (request) => request.allow({ command: "x", toJSON: () => "text" })],
  ["a list as input", (request) => request.allow(["x"] as never)],
  ["a text as input", (request) => request.allow("x" as never)],
  ["null as input", (request) => request.allow(null as never)],
  ["an inherited behavior", () => Object.create({ behavior: "allow" })],
  ["a getter on a class", () => new Inherited() as never],
  ["a behavior behind __proto__", () => JSON.parse('{"__proto__":{"behavior":"allow"}}')],
  [
    "an allow that is written as nothing",
    () => Object.defineProperty({ behavior: "allow" }, "toJSON", { value: () => ({}) }) as never,
  ],
  ["an allow whose behavior throws when it is read", () =>
    Object.defineProperty({}, "behavior", {
      enumerable: true,
      get: () => {
        throw new Error("got");
      },
    }) as never],
  ["an allow that nothing but a hidden property says", () => Object.defineProperty({}, "behavior", { value: "allow" })],
  ["another behavior", () => ({ behavior: "ask" }) as never],
  ["a field that is not known", () => ({ behavior: "allow", updatedInputs: {} }) as never],
  ["a deny without a message", () => ({ behavior: "deny" }) as never],
  ["permissions that are no list", () => ({ behavior: "allow", updatedPermissions: {} }) as never],
  ["true", () => true as never],
  ["null", () => null as never],
  ['the text "allow"', () => "allow" as never],
  ["an empty object", () => ({}) as never],
  ["a symbol", () => Symbol("allow") as never],
  ["a BigInt", () => 1n as never],
];
for (const [what, handler] of wrong) {
  Deno.test(
    `onPermission() ${what} is one deny and a diagnostic`,
    guarded(async ({ open }) => {
      const session = await open({ pipeline: onPermission(handler) });
      assertEquals(await session.permission("Bash", { command: "x" }), {
        behavior: "deny",
        message: "The policy for the tool Bash failed, so it was not run",
      });
      assertEquals(session.diagnostics("responder_failed").length, 1);
      await session.barrier();
    }),
  );
}

Deno.test(
  "onPermission() a wrong shape's diagnostic says what is allowed",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: onPermission(() => ({ behavior: "yes" }) as never) });
    await session.permission("Bash", { command: "x" });
    const [note] = session.diagnostics("responder_failed");
    assertStringIncludes(note?.message ?? "", '{"behavior":"yes"}');
    assertStringIncludes(note?.message ?? "", "request.allow()");
    assertStringIncludes(note?.message ?? "", "request.deny(message)");
  }),
);

Deno.test(
  "onPermission() an empty input may stay empty",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: onPermission((request) => request.allow({})) });
    assertEquals(await session.permission("ExitPlanMode", {}), { behavior: "allow", updatedInput: {} });
  }),
);

Deno.test(
  "onPermission() __proto__ in an input is a key like others, and reaches the CLI as it came",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: onPermission((request) => request.allow()) });
    const input = JSON.parse('{"__proto__":{"command":"rm"},"constructor":1,"command":"ls"}');
    const { updatedInput } = await session.permission("Bash", input);
    assertEquals(JSON.stringify(updatedInput), '{"__proto__":{"command":"rm"},"constructor":1,"command":"ls"}');
  }),
);

Deno.test(
  "onPermission() a decision that is changed after it was given is written as it was given",
  guarded(async ({ open }) => {
    const changing = { command: "ls" };
    const session = await open({
      pipeline: onPermission((request) => {
        const decision = request.allow(changing);
        return new Promise((resolve) => {
          resolve(decision);
          // The first microtasks belong to the answer; what comes behind them is too late.
          setTimeout(() => changing.command = "rm -r /", 0);
        });
      }),
    });
    const frame = canUseTool("Bash", { command: "x" }, { requestId: "r-1" });
    assertEquals((await session.ask(frame)).response.updatedInput, { command: "ls" });
    await new Promise((resolve) => setTimeout(resolve, 0));
    assertEquals(changing.command, "rm -r /");
    // A second delivery repeats the answer, not the object.
    assertEquals((await session.ask(frame)).response.updatedInput, { command: "ls" });
  }),
);

Deno.test(
  "onPermission() a lone surrogate is mended before it is judged and written",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: onPermission((request) => request.allow({ command: "a\ud800" })) });
    assertEquals((await session.permission("Bash", { command: "x" })).updatedInput, { command: "a\ufffd" });
  }),
);
