import { assertEquals } from "@std/assert";
import { broken, type Witness } from "../fuzz/invariants.ts";
import { playRound } from "../fuzz/round.ts";

const FIRST = 20_261_130;
const ROUNDS = 60;

Deno.test("fuzz: the invariants hold in runs with random faults, the same ones each time", async () => {
  const wrong: [number, string[]][] = [];
  for (let seed = FIRST; seed < FIRST + ROUNDS; seed++) {
    const found = await playRound(seed);
    if (found.length > 0) wrong.push([seed, found]);
  }
  assertEquals(wrong, [], "Play one alone with: deno task fuzz 1 SEED");
});

Deno.test("fuzz: each invariant can fail", () => {
  const ask = { type: "control_request", request_id: "1", request: { subtype: "can_use_tool" } };
  const answer = (response: unknown) => ({
    type: "control_response",
    response: { subtype: "success", request_id: "1", response },
  });
  const deny = answer({ behavior: "deny", message: "No" });
  const into = (frame: unknown) => ({ direction: "in" as const, frame });
  const out = (frame: unknown) => ({ direction: "out" as const, frame });
  const outcome = (command: string) => ({
    behavior: "allow" as const,
    input: { command },
    context: [],
    toolUseId: "t",
  });
  const cases: [Partial<Witness>, string[]][] = [
    [{}, []],
    [{ frames: [into(ask), out(deny)] }, []],
    [{ isDone: false }, ["Neither an end nor an error came"]],
    [{ error: "The run did not end" }, ["The run did not end"]],
    [{ told: ["a", "b"], heard: ["b", "a"] }, ['Heard ["b","a"], and told was ["a","b"]']],
    [{ told: ["a", "b"], heard: ["a"] }, ['Heard ["a"], and told was ["a","b"]']],
    [{ outcomes: [outcome("forbidden x")] }, [
      "Refused by a gate, and ran: forbidden x",
      "Allowed by nobody, and ran: forbidden x",
    ]],
    [{ frames: [into(ask)] }, ["A request was left without an answer"]],
    [{ frames: [into(ask), out(deny), out(deny)] }, ["2 answers to 1 deliveries of a request"]],
    [{ frames: [into(ask), into({ type: "control_cancel_request", request_id: "1" }), out(deny)] }, [
      "A request was answered after it had been taken back",
    ]],
    [{ frames: [into(ask), out(answer({ behavior: "allow" }))] }, ["An allow without the input that runs"]],
    [{ frames: [into(ask), out(answer({ behavior: "deny" }))] }, ["A deny without a message"]],
    [{ said: { allowed: new Set(), asked: new Map([["1", 2]]) } }, ["2 decisions about the request 1"]],
  ];
  for (const [fields, expected] of cases) assertEquals(broken(witness(fields)), expected);
});

function witness(fields: Partial<Witness>): Witness {
  return {
    plan: {
      seed: 0,
      version: "2.1.332",
      misbehave: {},
      turns: [],
      permission: "allow",
      hook: undefined,
      leavesAfter: undefined,
    },
    said: { allowed: new Set(), asked: new Map() },
    outcomes: [],
    told: [],
    heard: [],
    frames: [],
    error: undefined,
    isDone: true,
    ...fields,
  };
}
