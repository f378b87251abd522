import type { Macs } from '#platform/vault/create-vault.ts';

interface Made {
  id: string;
  line_id: string;
}

const PURPOSE = 'gift line';

/** Binds a gift, whose link carries its id alone, to the line that it was made for. */
export const sealGift = (vault: Macs, { id, line_id }: Made): Buffer => vault.mac(PURPOSE, `${id} ${line_id}`);

export const isSealedGift = (vault: Macs, { id, line_id }: Made, mac: Uint8Array | null): boolean =>
  mac !== null && vault.verifyMac(PURPOSE, `${id} ${line_id}`, mac);
