import type { Quantity } from "../types.ts";

/** How fast events come, in the window from the first message to the result. */
export const eventsPerSecond: Quantity = {
  name: "events/s",
  of: ({ values }) => values.events! / values.seconds!,
};

/** What an event costs the consumer's process in that window. */
export const cpuPerEvent: Quantity = {
  name: "CPU µs/event",
  of: ({ values }) => values.cpuSeconds! * 1e6 / values.events!,
};

/** The most memory that the consumer's process ever had. */
export const peakMemory: Quantity = {
  name: "peak MiB",
  of: ({ values }) => values.peakMiB!,
};
