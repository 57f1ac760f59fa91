import type { AgentCore } from "./core.ts";

/** Says once that command hooks of the project run unasked, where a gate stands and they are loaded. */
export function gateWarning(core: AgentCore): void {
  const { gates } = core.registry;
  const sources = core.options.settingSources;
  if (gates.length === 0 || sources?.every((source) => source === "user") === true) return;
  core.report(
    "warning",
    "The settings of the project's directory are loaded, and command hooks in them run without being asked about. " +
      'If you do not trust the directory, set settingSources: ["user"]; if you do, set settingSources to ' +
      '["user", "project", "local"] and handle this warning with onDiagnostic',
  );
}

/** Says that permission responders are not reached in a mode that never asks. */
export function policyWarning(core: AgentCore): void {
  const { policies, gates } = core.registry;
  if (core.options.permissionMode !== "bypassPermissions") return;
  const names = [...new Set(policies.map((policy) => policy.name))];
  if (names.length === 0 || gates.some((gate) => gate.asks)) return;
  core.report(
    "warning",
    `The mode "bypassPermissions" asks about nothing, so ${names.join(" and ")} will not be reached. ` +
      "denyTools and onlyTools hold all the same, and the option tools restricts what there is",
  );
}
