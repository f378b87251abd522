import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { chooseLocale } from '#i18n/choose-locale.ts';
import { maskDigits } from '#platform/masking/mask-digits.ts';
import { isWithin } from './networks/is-within.ts';
import type { Client } from './serve.ts';

/** Which proxies are trusted to say where a connection comes from. */
export interface Proxies {
  isTrusted(address: string): boolean;
  /** The client's address, from the connection's peer and X-Forwarded-For. */
  addressOf(peer: string, forwarded_for: string | undefined): string;
}

/**
 * The peer's own address counts unless the peer is a trusted proxy. Then the last address in X-Forwarded-For that is
 * not a trusted proxy counts: anything to the left of it may be forged.
 */
export function readProxies(proxies: readonly string[]): Proxies {
  const isTrusted = isWithin(proxies);
  return {
    isTrusted,
    addressOf(peer, forwarded_for) {
      let address = peer;
      for (const hop of forwarded_for?.split(',').reverse() ?? []) {
        if (!isTrusted(address) || isIP(hop.trim()) === 0) break;
        address = hop.trim();
      }
      return address;
    },
  };
}

/**
 * Reads a request's client address, user agent (digits masked, since it is stored) and language. Calls `warn` once if a
 * request came through a proxy while none is trusted: all its visitors then count as one.
 */
export function clientReader(proxies: readonly string[], warn: () => void = () => {}): (c: Context) => Client {
  const { addressOf } = readProxies(proxies);
  let warned = proxies.length > 0;
  return (c) => {
    const peer = c.env?.incoming ? (getConnInfo(c).remote.address ?? '') : '';
    const forwarded_for = c.req.header('x-forwarded-for');
    if (!warned && (forwarded_for ?? c.req.header('forwarded')) !== undefined) {
      warned = true;
      warn();
    }
    const address = addressOf(peer, forwarded_for);
    const locale = chooseLocale(c.req.header('accept-language'));
    return { address, user_agent: maskDigits(c.req.header('user-agent') ?? ''), locale };
  };
}
