/**
 * Runs `deno doc --lint` over every export of the package and fails on what it finds, except that types of rxjs are no
 * part of the package: signatures name them, and this package must not export them again.
 *
 * @module
 */
import { isAboutRxjs, readFindings } from "./findings.ts";

if (import.meta.main) Deno.exit(await main());

async function main(): Promise<number> {
  const { exports } = JSON.parse(await Deno.readTextFile("deno.json")) as { exports: Record<string, string> };
  const entries = Object.values(exports);
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--lint", ...entries],
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const output = new TextDecoder().decode(stderr);
  const findings = readFindings(output);
  if (code !== 0 && findings.length === 0) {
    console.error(`Cannot check the documentation: deno doc --lint failed with code ${code}\n\n${output}`);
    return 1;
  }
  const kept = findings.filter((finding) => !isAboutRxjs(finding, Deno.readTextFileSync(finding.path)));
  for (const finding of kept) console.error(`${finding.text}\n`);
  const passed = findings.length - kept.length;
  console.log(`Checked the documentation of ${entries.length} exports: ${kept.length} findings, ${passed} about rxjs`);
  return kept.length > 0 ? 1 : 0;
}
