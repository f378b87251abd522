import { networkOf } from '#platform/http/rate-limit.ts';

/** The /24 or /48 around an address: a single customer often has a whole one of these. */
export function wideNetworkOf(address: string): string {
  const network = networkOf(address);
  if (network.endsWith('::/64')) return `${network.split(':').slice(0, 3).join(':')}::/48`;
  return network.includes('.') ? `${network.split('.').slice(0, 3).join('.')}.0/24` : network;
}
