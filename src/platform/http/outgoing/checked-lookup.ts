import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { OutgoingError } from './outgoing-error.ts';

export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** Addresses of the public internet: not private, local, reserved, or a way to embed such an address. */
export const isPublic = (address: string): boolean => rangeOf(address) === 'unicast';

export const isLoopback = (address: string): boolean => rangeOf(address) === 'loopback';

/** IPv4 addresses in the first 96 bits' zeros, a way to write them that is no longer used. */
const EMBEDDED = ipaddr.IPv6.parseCIDR('::/96');

function rangeOf(address: string) {
  if (!ipaddr.isValid(address)) return 'invalid';
  const read = ipaddr.process(address);
  const range = read.range();
  return range === 'unicast' && read instanceof ipaddr.IPv6 && read.match(EMBEDDED) ? 'reserved' : range;
}

/**
 * Resolves names for a connection, which then goes to the very addresses that were checked: a name that changes in between
 * gains nothing. A single address that isn't allowed refuses the name.
 */
export function checkedLookup(resolve: Resolve, allowed: (address: string) => boolean): LookupFunction {
  return (host, options, done) => {
    resolve(host)
      .then((addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => allowed(address))) throw new OutgoingError('address');
        if (options.all) done(null, addresses);
        else done(null, first.address, first.family);
      })
      .catch((error: NodeJS.ErrnoException) => done(error, ''));
  };
}
