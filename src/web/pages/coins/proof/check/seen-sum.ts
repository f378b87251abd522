import type { SeenSum } from './check-chain.ts';

const KEY = 'facevalue-published-sum';

/** The sum that this browser checked last: a shop that shows others another one is found out. */
export function readSeen(): SeenSum | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

/** Where the browser keeps nothing, the next visit compares with nothing. */
export function storeSeen({ number, digest, public_key }: SeenSum): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ number, digest, public_key }));
  } catch {}
}
