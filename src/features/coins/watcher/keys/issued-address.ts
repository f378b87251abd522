import { addressKey } from '#platform/chain/address-key.ts';
import type { Coin, Key } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { Macs, Vault } from '#platform/vault/create-vault.ts';
import type { VaultCtx } from '../../../ctx.ts';

/** An address as its row says that it was issued. */
export interface IssuedAddress {
  account_id: number;
  index: number;
  key: Key;
  address: string;
  /** In hex; null if nobody vouches for it. */
  mac: string | null;
  /** Of its account: the extended key's digest in hex, and the first index that was not given out yet. */
  xpub_hash: string;
  next_index: number;
}

/** Whose address of which coin it is said to be. */
interface Owner {
  coin: Coin;
  user_id: string;
}

/** SQL for the address `a`, to be judged by `vouchedAddress` before anybody sees it. */
export const issuedAddress = (sql: Db) => sql`
  (select jsonb_build_object('account_id', a.account_id, 'index', a.index, 'key', a.key, 'address', a.address,
    'mac', encode(a.mac, 'hex'), 'xpub_hash', encode(x.xpub_hash, 'hex'), 'next_index', x.next_index)
  from xpub_accounts x where x.id = a.account_id)`;

/** What the shop says of an address when it gives it to a buyer. */
export const macOfAddress = (
  vault: Vault,
  { coin, user_id, account_id, index, key }: Owner & Pick<IssuedAddress, 'account_id' | 'index' | 'key'>,
): Buffer => vault.own.mac(PURPOSE, textOf({ coin, user_id, account_id, index, key }));

/**
 * The address if the shop issued it to this user and, while its key is in use, derives it again at its index; null for any
 * other, which nobody may see or pay to.
 */
export function vouchedAddress(
  { chains, vault }: Pick<VaultCtx, 'chains' | 'vault'>,
  issued: Owner & IssuedAddress,
): string | null {
  const { coin, index, next_index, key, address, xpub_hash } = issued;
  if (!isIssued(vault, issued)) return null;
  const chain = chains[coin];
  if (chain?.xpubHash.toString('hex') !== xpub_hash) return addressKey(address) === key ? address : null;
  if (index >= next_index) return null;
  const own = chain.addressAt(index);
  return own.key === key && own.address === address ? address : null;
}

/** Whether the shop says that it gave this address to this user; says nothing about how the address is spelled. */
export const isIssued = (vault: Vault, issued: Stated): boolean => fits(vault.own, issued);

/** The same for a MAC from before the vault had keys of its own. */
export const wasIssued = (vault: Vault, issued: Stated): boolean => fits(vault, issued);

type Stated = Owner & Pick<IssuedAddress, 'account_id' | 'index' | 'key' | 'mac'>;

const fits = (macs: Macs, issued: Stated): boolean =>
  issued.mac !== null && macs.verifyMac(PURPOSE, textOf(issued), Buffer.from(issued.mac, 'hex'));

const PURPOSE = 'issued address';

const textOf = ({
  coin,
  user_id,
  account_id,
  index,
  key,
}: Owner & Pick<IssuedAddress, 'account_id' | 'index' | 'key'>) =>
  JSON.stringify([coin, account_id, index, key, user_id]);
