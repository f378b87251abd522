import type { Vault } from '#platform/vault/create-vault.ts';

interface Made {
  id: string;
  line_id: string;
}

const PURPOSE = 'gift line';

/** Binds a gift, whose link carries its id alone, to the line that it was made for. */
export const sealGift = (vault: Vault, { id, line_id }: Made): Buffer => vault.own.mac(PURPOSE, `${id} ${line_id}`);

export const isSealedGift = (vault: Vault, { id, line_id }: Made, mac: Uint8Array | null): boolean =>
  mac !== null && vault.own.verifyMac(PURPOSE, `${id} ${line_id}`, mac);

/** The same for a seal from before the vault had keys of its own. */
export const wasSealedGift = (vault: Vault, { id, line_id }: Made, mac: Uint8Array | null): boolean =>
  mac !== null && vault.verifyMac(PURPOSE, `${id} ${line_id}`, mac);
