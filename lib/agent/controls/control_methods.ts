import type { ControlDesk } from "./control_desk.ts";

type Present<Fields> = { [K in keyof Fields]?: Exclude<Fields[K], undefined> };

/** What the classes of methods stand on: the desk that sends their requests. */
export abstract class ControlMethods {
  /** Sends requests, and checks their answers. */
  protected abstract readonly desk: ControlDesk;
}

/** The fields that are there. */
export function present<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<Fields>;
}
