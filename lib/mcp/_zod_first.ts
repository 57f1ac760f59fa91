import { z } from "zod";

// `deno bundle` begins what is also loaded late, as zod is by the main entry, only when it is first used in a call: the
// MCP SDK, which makes schemas as it loads, would find none of zod's classes.
z.null();
