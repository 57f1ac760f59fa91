import type { GetTaskOutputAnswer } from "../../protocol/requests/mod.ts";
import { present } from "./control_methods.ts";
import { McpMethods } from "./mcp_methods.ts";
import type { TaskControls } from "./task_controls.ts";

/** The methods about what works in the background. */
export abstract class TaskMethods extends McpMethods implements TaskControls {
  async stopTask(taskId: string): Promise<void> {
    await this.desk.call("stop_task", { task_id: taskId });
  }

  async backgroundTasks(toolUseId?: string): Promise<boolean | undefined> {
    return (await this.desk.call("background_tasks", present({ tool_use_id: toolUseId }))).backgrounded;
  }

  taskOutput(taskId: string): Promise<GetTaskOutputAnswer> {
    return this.desk.call("get_task_output", { task_id: taskId });
  }
}
