import { mustRun } from "./command.ts";

const SDK = "@anthropic-ai/claude-agent-sdk";
/** The official SDK that everything is compared with. */
export const SDK_VERSION = "0.3.332";

/** Where the SDK lies. */
export interface SdkPlace {
  /** The folder, with a slash at its end. */
  folder: string;
  /** Its entry, as a `file:` URL. */
  entry: string;
}

/** Fetches the SDK by npm, once, without the programs that it brings along. It is no dependency of the package. */
export async function fetchSdk(cache: string): Promise<SdkPlace> {
  const folder = `${cache}sdk-${SDK_VERSION}/`;
  const entry = `${folder}node_modules/${SDK}/sdk.mjs`;
  if (await installedVersion(folder) !== SDK_VERSION) {
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(
      `${folder}package.json`,
      JSON.stringify({ private: true, dependencies: { [SDK]: SDK_VERSION } }),
    );
    await Deno.writeTextFile(`${folder}deno.json`, JSON.stringify({ nodeModulesDir: "manual", lock: false }));
    try {
      await mustRun("npm", ["install", "--omit=optional", "--no-audit", "--no-fund", "--ignore-scripts"], folder);
    } catch (cause) {
      const said = cause instanceof Error ? cause.message : cause;
      throw new Error(
        `Cannot fetch ${SDK} ${SDK_VERSION}, with which everything is compared: see that npm reaches its registry\n${said}`,
        { cause },
      );
    }
  }
  return { folder, entry: new URL(entry, "file:///").href };
}

async function installedVersion(folder: string): Promise<string | undefined> {
  try {
    const text = await Deno.readTextFile(`${folder}node_modules/${SDK}/package.json`);
    return (JSON.parse(text) as { version: string }).version;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
