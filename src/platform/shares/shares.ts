import { VaultError } from '#platform/vault/vault-error.ts';

/** Loaded where it is used alone: it adds methods to arrays and strings, which no serving process should have. */
const load = async () => (await import('slip39')).default;

/** As many as the specification has room for. */
const MAX_SHARES = 16;
const WORD_BITS = 10;
const NIBBLE = 0xf;

/** Splits a key into shares of words, of which any `threshold` give it back (SLIP-39, one group, no passphrase). Throws a VaultError. */
export async function splitKey(
  key: Uint8Array,
  { threshold, shares }: { threshold: number; shares: number },
): Promise<string[]> {
  if (
    !Number.isInteger(threshold) ||
    !Number.isInteger(shares) ||
    threshold < 2 ||
    shares < threshold ||
    shares > MAX_SHARES
  )
    throw new VaultError(`There are 2 to ${MAX_SHARES} shares, and the threshold is from 2 up to their number.`);
  const Slip39 = await load();
  const made = Slip39.fromArray([...key], { threshold: 1, groups: [[threshold, shares]] }).fromPath('r/0').mnemonics;
  // Paper that doesn't give the key back is found out too late.
  const lasts = await joinShares(made.slice(-threshold));
  if (!lasts.equals(key)) throw new VaultError("The shares don't give the key back.");
  return made;
}

/** The key that these shares give back. Throws a VaultError, which names none of their words, if they don't belong together. */
export async function joinShares(shares: readonly string[]): Promise<Buffer> {
  const Slip39 = await load();
  try {
    return Buffer.from(Slip39.recoverSecret([...shares]));
  } catch {
    throw new VaultError(
      "These shares don't give a key: they are of different sets, or there are too many or too few.",
    );
  }
}

/** Whether a text is a share: its words are those of the list, and the checksum fits. */
export const isShare = async (text: string): Promise<boolean> => (await load()).validateMnemonic(text);

/** How many shares of its set give the key back. The last four bits of the fourth word say one less. */
export async function thresholdOf(share: string): Promise<number> {
  const { WORD_LIST } = (await import('slip39/src/slip39_helper.js')).default;
  const word = WORD_LIST.indexOf(share.split(' ')[3] ?? '');
  if (word < 0 || word >= 1 << WORD_BITS) throw new VaultError('That is no share.');
  return (word & NIBBLE) + 1;
}
