const SESSION = "11111111-2222-4333-8444-555555555555";

/** The first line after a prompt. */
export const INIT: string = `{"type":"system","subtype":"init","cwd":"/","session_id":"${SESSION}",` +
  '"tools":["Bash","Read"],"mcp_servers":[],"model":"m","permissionMode":"default","slash_commands":[],' +
  '"apiKeySource":"none","claude_code_version":"2.1.332","output_style":"default","agents":[],' +
  '"skills":[],"plugins":[],"uuid":"00000000-0000-4000-8000-000000000001"}\n';

/** The last line of a turn. */
export const RESULT: string =
  '{"type":"result","subtype":"success","is_error":false,"duration_ms":1,"duration_api_ms":1,' +
  `"num_turns":1,"result":"done","stop_reason":"end_turn","session_id":"${SESSION}",` +
  '"total_cost_usd":0.01,"usage":{"input_tokens":1,"output_tokens":1},"modelUsage":{},' +
  '"permission_denials":[],"uuid":"00000000-0000-4000-8000-000000000002"}\n';

const CAPABILITIES = '"commands":[],"agents":[],"output_style":"default","available_output_styles":["default"],' +
  '"models":[],"account":{},"hooks_applied":true,"pid":1';

/** The answer to a control request. */
export function answerTo(id: string, subtype: string): string {
  const response = subtype === "initialize" ? CAPABILITIES : "";
  return `{"type":"control_response","response":{"subtype":"success","request_id":"${id}","response":{${response}}}}\n`;
}

/** The beginning of a request's id, by which its answer is recognised. */
export function requestId(index: number): string {
  return `ask-${index}-`;
}

/** A permission request. */
export function permissionRequest(index: number): string {
  return `{"type":"control_request","request_id":"${requestId(index)}","request":{"subtype":"can_use_tool",` +
    `"tool_name":"Bash","input":{"command":"git log --oneline -n ${index % 50} && ls -la src",` +
    `"description":"Show the last commits"},"permission_suggestions":[],"tool_use_id":"toolu_${index}"}}\n`;
}
