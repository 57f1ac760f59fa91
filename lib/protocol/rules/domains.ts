import type { DomainSpecifier } from "./rule.ts";

/** Reads `example.com` or `*.example.com` as a URL would have it; `undefined` for what is no host. */
export function readDomain(text: string): DomainSpecifier | undefined {
  const subdomainsOnly = text.startsWith("*.");
  const name = subdomainsOnly ? text.slice(2) : text;
  if (!/^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(name) || name.includes("..")) return undefined;
  const url = URL.canParse(`http://${name}/`) ? new URL(`http://${name}/`) : undefined;
  return url === undefined ? undefined : { kind: "domain", host: url.hostname, subdomainsOnly };
}

/**
 * Whether a page is proved to be on a host that the rule covers: plain `http:` or `https:`, no user, no dot at the end.
 * `domain:example.com` allows that host alone, as in the CLI: below many a host, such as `github.io`, anybody has a page.
 */
export function allowsUrl(domain: DomainSpecifier, url: unknown): boolean {
  const parsed = typeof url === "string" && !/[\s\\\p{Cc}]/u.test(url) && URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) return false;
  const on = domain.subdomainsOnly ? isOn(domain, parsed.hostname) : parsed.hostname === domain.host;
  return on && parsed.username === "" && parsed.password === "";
}

/** Whether a page is on a host that the rule covers or below it, or cannot be read. */
export function deniesUrl(domain: DomainSpecifier, url: unknown): boolean {
  if (typeof url !== "string") return true;
  const text = /^\s*[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url.trim()}`;
  if (!URL.canParse(text)) return true;
  return isOn(domain, new URL(text).hostname.replace(/\.+$/, ""));
}

function isOn(domain: DomainSpecifier, host: string): boolean {
  return (host === domain.host && !domain.subdomainsOnly) || host.endsWith(`.${domain.host}`);
}
