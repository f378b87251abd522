import { isIP } from 'node:net';
import { getDomain } from 'tldts';
import type { CodeMask } from '../../../oversight/import-guard/masks/format.ts';

interface Place {
  terms_url: string;
  host: string;
}

/**
 * Whether a claim link may lead to a host (P14): one of the issuer's registrable domain, as its terms are, or one that the
 * operator listed. Nothing that a reader takes for another host: no address, no punycode.
 */
export function fitsIssuer(listed: ReadonlySet<string>, { terms_url, host }: Place): boolean {
  if (!isPlainHost(host)) return false;
  if (listed.has(host)) return true;
  const domain = domainOf(new URL(terms_url).hostname);
  return domain !== null && domainOf(host) === domain;
}

// A host of github.io and the like is its tenant's domain.
const domainOf = (host: string) => (isPlainHost(host) ? getDomain(host, { allowPrivateDomains: true }) : null);

function isPlainHost(host: string): boolean {
  if (isIP(host) || host.split('.').some((label) => label.startsWith('xn--'))) return false;
  // Node reads a host as browsers do: 0x7f.1 becomes an address, and a port or other letters change it.
  return URL.canParse(`https://${host}`) && new URL(`https://${host}`).hostname === host;
}

/** The host that a mask's links lead to; null for codes. */
export const linkHostOf = (mask: CodeMask): string | null => (mask.kind === 'link' ? mask.host : null);

/** The host of a link that leads to it without detours; null for any other. */
export function hostOfLink(link: string): string | null {
  if (!URL.canParse(link)) return null;
  const { protocol, hostname, port, username, password } = new URL(link);
  return protocol === 'https:' && !port && !username && !password && link.startsWith(`https://${hostname}/`)
    ? hostname
    : null;
}
