import type { Macs } from '#platform/vault/create-vault.ts';

const PURPOSE = 'backup object';
const MAC_HEX = 64;

/** Names an object so that only this shop could: `a/b.json` becomes `a/b.MAC.json`, with the MAC of name and content. */
export const vouchedName =
  (macs: Macs, name: string) =>
  (sha256: string): string => {
    const [stem, ending] = split(name);
    return `${stem}.${macs.mac(PURPOSE, `${name}:${sha256}`).toString('hex')}${ending}`;
  };

/** The name without its MAC; undefined if it has none. */
export function plainName(vouched: string): string | undefined {
  const [stem, ending] = split(vouched);
  const [, plain] = /^(.*)\.[0-9a-f]{64}$/.exec(stem) ?? [];
  return plain === undefined ? undefined : plain + ending;
}

/** Whether the shop with these keys stored that content under that name. */
export function isVouched(macs: Macs, vouched: string, sha256: string): boolean {
  const name = plainName(vouched);
  if (name === undefined) return false;
  const [stem] = split(vouched);
  return macs.verifyMac(PURPOSE, `${name}:${sha256}`, Buffer.from(stem.slice(-MAC_HEX), 'hex'));
}

/** What ends a name, from the first dot that no MAC follows. */
function split(name: string): [string, string] {
  const [, ending = ''] = /((?:\.(?:json|zst|age))*)$/.exec(name) ?? [];
  return [name.slice(0, name.length - ending.length), ending];
}
