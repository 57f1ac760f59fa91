import type { Transport } from "../process/mod.ts";
import { homeOf } from "./answer_host.ts";
import type { AgentCore } from "./core.ts";

/** Says once what is odd about how an agent is set up. */
export function warnAtStart(core: AgentCore, transport: Transport): void {
  gateWarning(core);
  policyWarning(core, transport);
}

/**
 * Says that command hooks of the project run unasked, where a gate stands and nobody has said
 * which settings are to be read.
 */
function gateWarning(core: AgentCore): void {
  if (core.registry.gates.length === 0 || core.options.settingSources !== undefined) return;
  core.report(
    "warning",
    "The settings of the project's directory are read, and command hooks and MCP servers in them run unasked. " +
      'Set the option settingSources: to ["user"] if you do not trust the directory, to ["user", "project", "local"] ' +
      "if you do",
  );
}

/** Says what is odd about the rules, and that permission responders are not reached in a mode that never asks. */
function policyWarning(core: AgentCore, transport: Transport): void {
  const { policies, gates } = core.registry;
  for (const warning of core.registry.warnings(homeOf(core.options, transport))) core.report("warning", warning);
  if (core.options.permissionMode !== "bypassPermissions") return;
  const names = [...new Set(policies.map((policy) => policy.name))];
  if (names.length === 0 || gates.some((gate) => gate.asks)) return;
  core.report(
    "warning",
    `The mode "bypassPermissions" asks about nothing, so ${names.join(" and ")} will not be reached. ` +
      "denyTools and onlyTools hold all the same, and the option tools restricts what there is",
  );
}
