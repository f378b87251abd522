import type { Coin, Key } from '#platform/chain/types.ts';
import type { Vault } from '#platform/vault/create-vault.ts';

export interface DerivedKey {
  coin: Coin;
  account_id: number;
  index: number;
  key: Key;
}

const PURPOSE = 'derived key';

/** What the shop says of a key that it derived, so that no restart has to derive it again. */
export const macOfKey = (vault: Vault, derived: DerivedKey): Buffer => vault.own.mac(PURPOSE, textOf(derived));

export const isDerivedByUs = (vault: Vault, derived: DerivedKey, mac: Uint8Array | null): boolean =>
  mac !== null && vault.own.verifyMac(PURPOSE, textOf(derived), mac);

/** The same for a MAC from before the vault had keys of its own. */
export const wasDerivedByUs = (vault: Vault, derived: DerivedKey, mac: Uint8Array | null): boolean =>
  mac !== null && vault.verifyMac(PURPOSE, textOf(derived), mac);

const textOf = ({ coin, account_id, index, key }: DerivedKey) => JSON.stringify([coin, account_id, index, key]);
