import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { OutgoingError } from './outgoing-error.ts';

export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** Addresses of the public internet: not private, local, reserved, or a way to embed such an address. */
export const isPublic = (address: string): boolean => rangeOf(address) === 'unicast';

export const isLoopback = (address: string): boolean => rangeOf(address) === 'loopback';

const rangeOf = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address).range() : 'invalid');

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
