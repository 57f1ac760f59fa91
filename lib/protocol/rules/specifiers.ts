import { readDomain } from "./domains.ts";
import { Misread } from "./misread.ts";
import { compilePathGlob } from "./path_glob.ts";
import type { Specifier } from "./rule.ts";
import { readShell } from "./shell.ts";
import { canonicalName, toolFacts } from "./tools.ts";

/** Understands what stands between the parentheses of a rule; `undefined` where it stands for every call. */
export function specifierFor(name: string, text: string, at: number): Specifier | undefined {
  const tool = canonicalName(name);
  const facts = toolFacts(name);
  if (tool === "Bash" || tool === "Monitor") return command(name, text, at);
  if (tool === "WebFetch") return domain(text, at);
  if (facts?.value !== undefined) return value(name, text, at);
  if ((facts?.reads || facts?.edits) && tool !== "SendUserFile") {
    return { kind: "path", glob: compilePathGlob(text, at) };
  }
  throw new Misread(
    `"${name}" takes no parentheses; they are for Bash, Monitor, Read, Grep, Glob, LS, Edit, Write, NotebookEdit, ` +
      `WebFetch, Agent and Skill; write "${name}"`,
    at - 1,
  );
}

function command(name: string, text: string, at: number): Specifier | undefined {
  if (text === "*") return undefined;
  const ending = text.endsWith(":*") ? ":*" : text.endsWith(" *") ? " *" : "";
  const fixed = text.slice(0, text.length - ending.length);
  const star = /(?<!\\)\*/.exec(fixed);
  if (star !== null) {
    throw new Misread(
      '`*` stands for arguments and comes last, behind a space, as in "Bash(git diff *)"; write `\\*` for the character',
      at + star.index,
    );
  }
  const plain = fixed.replaceAll("\\*", "*");
  const reading = readShell(plain);
  const words = reading.proved && reading.commands.length === 1 ? reading.commands[0] : undefined;
  if (ending === "") return { kind: "exactCommand", text: plain, words };
  if (words === undefined) {
    const why = reading.proved ? "it joins several commands" : reading.why;
    throw new Misread(
      `what stands before \`*\` must be the literal words of one command, and ${why}; write "${name}(program word *)"`,
      at + (reading.proved ? 0 : reading.at),
    );
  }
  return { kind: "commandPrefix", words };
}

function domain(text: string, at: number): Specifier | undefined {
  const host = text.startsWith("domain:") ? readDomain(text.slice("domain:".length)) : undefined;
  if (text !== "*" && host === undefined) {
    throw new Misread(
      `a page is named by its host; write "WebFetch(domain:example.com)", without scheme and path`,
      at,
    );
  }
  return host;
}

function value(name: string, text: string, at: number): Specifier | undefined {
  if (text === "*") return undefined;
  const bad = /[^\p{L}\p{N}_.:\/ -]/u.exec(text);
  if (bad !== null) throw new Misread(`one value is named, whole; write "${name}(name)"`, at + bad.index);
  return { kind: "value", value: text };
}
