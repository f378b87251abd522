import { isIP } from 'node:net';

/** The address of a push service: https on its usual port and a name, which is resolved and checked when it is written to. */
export function isPushEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.port || url.username || url.password) return false;
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return host.includes('.') && !/(^|\.)localhost$/i.test(host) && isIP(host) === 0;
}
