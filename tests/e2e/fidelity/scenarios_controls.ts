import { tool } from "../../support/mod.ts";
import { allow, answer, type FidelityScenario, GO, isAsk, isIdle, settled, start, turn } from "./scenario.ts";

const JOB = { command: "job one", description: "One job" };

/** What the host does in the middle of things. */
export const CONTROLS: readonly FidelityScenario[] = [
  {
    name: "an interrupt while nothing runs",
    model: () => {},
    simulation: () => {},
    async host(session) {
      await start(session);
      await session.request({ subtype: "interrupt" });
    },
  },
  {
    name: "an interrupt while a call is asked about",
    model: (server) => server.on(GO, [tool("Bash", JOB), "Never said"]).on("again", ["Here"]),
    async simulation(cli) {
      await cli.prompt(GO);
      await cli.tool("Bash", JOB);
      await cli.prompt("again");
      await cli.end({ text: "Here" });
    },
    async host(session) {
      await start(session);
      await session.prompt(GO);
      await session.frame(isAsk);
      await session.request({ subtype: "interrupt" });
      await settled(session);
      await turn(session, "again");
    },
  },
  {
    name: "an interrupt while the model speaks",
    args: ["--include-partial-messages"],
    model: (server) => server.on(GO, [{ text: "12345678", hang: true }]),
    async simulation(cli) {
      await cli.prompt(GO);
      await cli.text("12345678", { hangs: true });
    },
    async host(session) {
      await start(session);
      await session.prompt(GO);
      await session.frame(({ event }) => event?.type === "content_block_delta");
      await session.request({ subtype: "interrupt" });
      await settled(session);
    },
  },
  {
    name: "another mode and another model",
    model: (server) => server.on(GO, ["Done"]),
    async simulation(cli) {
      await cli.prompt(GO);
      await cli.end({ text: "Done" });
    },
    async host(session) {
      await start(session);
      await session.request({ subtype: "set_permission_mode", mode: "acceptEdits" });
      await session.request({ subtype: "set_model", model: "claude-sonnet-4-5" });
      await turn(session);
    },
  },
  {
    name: "what is refused: an unknown request, an unknown server, a mode that is not offered",
    model: () => {},
    simulation: () => {},
    async host(session) {
      await start(session);
      await session.request({ subtype: "frobnicate" });
      await session.request({ subtype: "mcp_reconnect", serverName: "nowhere" });
      await session.request({ subtype: "set_permission_mode", mode: "bypassPermissions" });
    },
  },
  {
    name: "prompts that wait are merged",
    model: (server) => server.on(GO, [tool("Bash", JOB), "Done"]).on("late", ["Both"]),
    async simulation(cli) {
      await cli.prompt(GO);
      await cli.tool("Bash", JOB, { result: "did one" });
      await cli.end({ text: "Done" });
      await cli.prompt();
      await cli.end({ text: "Both" });
    },
    async host(session) {
      await start(session);
      await session.prompt(GO);
      const ask = await session.frame(isAsk);
      const later = { type: "user", parent_tool_use_id: null, session_id: "", priority: "later" };
      const message = { role: "user", content: "late" };
      await session.write({ ...later, message, uuid: crypto.randomUUID() });
      await session.respond(ask, allow(ask));
      await session.frame(isIdle);
    },
  },
  {
    name: "a prompt that is folded into the turn",
    model: (server) => server.on(GO, [tool("Bash", JOB), "Done"]),
    async simulation(cli) {
      await cli.prompt(GO);
      await cli.tool("Bash", JOB, { result: "did one" });
      await cli.end({ text: "Done" });
    },
    async host(session) {
      await start(session);
      await session.prompt(GO);
      const ask = await session.frame(isAsk);
      await session.prompt("by the way");
      await session.respond(ask, allow(ask));
      await settled(session);
    },
  },
  {
    name: "a prompt that is cancelled while it waits",
    model: (server) => server.on(GO, [tool("Bash", JOB), "Done"]),
    async simulation(cli) {
      await cli.prompt(GO);
      await cli.tool("Bash", JOB, { result: "did one" });
      await cli.end({ text: "Done" });
    },
    async host(session) {
      await start(session);
      await session.prompt(GO);
      const ask = await session.frame(isAsk);
      const uuid = crypto.randomUUID();
      await session.prompt("never mind", uuid);
      await session.request({ subtype: "cancel_async_message", message_uuid: uuid });
      await session.respond(ask, allow(ask));
      await settled(session);
    },
  },
  {
    name: "hooks that are registered a second time",
    model: (server) => server.on(GO, ["Done"]),
    async simulation(cli) {
      await cli.prompt(GO);
      await cli.end({ text: "Done" });
    },
    async host(session) {
      await start(session);
      await session.request({ subtype: "initialize", hooks: { Stop: [{ hookCallbackIds: ["h"] }] } });
      const stop = answer(session, ({ request }) => request?.subtype === "hook_callback", [{}]).catch(() => {});
      await turn(session);
      void stop;
    },
  },
];
