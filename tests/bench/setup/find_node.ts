import { mustRun, outputOf } from "./command.ts";

/** The major version of Node that the goals speak of. */
export const NODE_MAJOR = 20;
const NODE_VERSION = "20.20.2";

/** Finds the Node that the goals speak of: the one on `PATH`, else from npm; where neither is, the one on `PATH`, whatever it is. */
export async function findNode(folder: string): Promise<string> {
  const version = await outputOf("node", ["--version"]);
  if (version === undefined || await outputOf("npm", ["--version"]) === undefined) {
    throw new Error(
      "Cannot run the benchmark without Node and npm: install Node 20, which brings npm, and see that both are on PATH",
    );
  }
  if (version.startsWith(`v${NODE_MAJOR}.`)) return "node";
  try {
    return await fromNpm(folder);
  } catch (error) {
    console.error(
      `Node ${NODE_MAJOR} could not be had, Node ${version} takes its place\n${
        error instanceof Error ? error.message : error
      }`,
    );
    return "node";
  }
}

/** Node comes as one npm package for each platform, with the program in it. */
async function fromNpm(folder: string): Promise<string> {
  const { os, arch } = Deno.build;
  const name = `node-${os === "windows" ? "win" : os}-${arch === "aarch64" ? "arm64" : "x64"}`;
  const place = `${folder}node-${NODE_VERSION}/`;
  const program = `${place}node_modules/${name}/bin/${os === "windows" ? "node.exe" : "node"}`;
  if (await outputOf(program, ["--version"]) !== `v${NODE_VERSION}`) {
    await Deno.mkdir(place, { recursive: true });
    await Deno.writeTextFile(
      `${place}package.json`,
      JSON.stringify({ private: true, dependencies: { [name]: NODE_VERSION } }),
    );
    await mustRun("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], place);
  }
  return program;
}
