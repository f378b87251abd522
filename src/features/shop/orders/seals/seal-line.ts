import type { Macs } from '#platform/vault/create-vault.ts';

/** What a checkout sold to whom. */
export interface SoldLine {
  order_id: string;
  line_id: string;
  card_id: string;
  user_id: string;
  price_cents: number;
  sold_at: Date;
}

const PURPOSE = 'order line';

/** The seal of the checkout on an order's line: without the master key, nobody makes another one. */
export const sealLine = (vault: Macs, line: SoldLine): Buffer => vault.mac(PURPOSE, textOf(line));

export const isSealed = (vault: Macs, line: SoldLine, mac: Uint8Array | null): boolean =>
  mac !== null && vault.verifyMac(PURPOSE, textOf(line), mac);

const textOf = ({ order_id, line_id, card_id, user_id, price_cents, sold_at }: SoldLine) =>
  JSON.stringify([order_id, line_id, card_id, user_id, price_cents, sold_at.getTime()]);
