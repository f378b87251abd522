import type { Config } from '#platform/config.ts';
import { loopback } from '#platform/unsafe-start.ts';

export const NO_TRUSTED_PROXY =
  'TRUSTED_PROXIES is not set, but a proxy is in front: all visitors count as one address and share its limits. Set it to the addresses of the proxy.';

/** Whether requests must come through a proxy that isn't trusted: the shop itself speaks no TLS. */
export const lacksTrustedProxy = ({ public_url, trusted_proxies }: Config): boolean =>
  public_url.startsWith('https:') && trusted_proxies.length === 0 && !loopback.test(new URL(public_url).hostname);
