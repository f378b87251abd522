import { touchesNetworkRange } from './network-number.ts';

/** Whether no card number starts with a prefix: then a code that starts with it is none, alone or followed by its PIN. */
export function isApart(prefix: string): boolean {
  if (prefix.startsWith('0')) return prefix.length >= 4;
  return /^[6-9]\d{5}/.test(prefix) && !touchesNetworkRange(prefix);
}
