import type { payoutStates } from '#contracts/supply/payouts.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { lockSeller } from '../../sellers/seller/lock-seller.ts';

type State = (typeof payoutStates)[number];

export interface LockedPayout {
  id: string;
  seller_id: string;
  destination_id: string;
  amount_cents: number;
  state: State;
}

/** A payout in one of these states, locked after its seller: a seller's payouts are decided one after the other. */
export async function lockPayout(sql: Db, id: string, allowed: readonly State[]): Promise<LockedPayout> {
  const [found] = await sql<{ seller_id: string }[]>`select seller_id from seller_payouts where id = ${id}`;
  if (!found) throw new AppError('not_found', message('payout.not_found'));
  await lockSeller(sql, found.seller_id);
  const [payout] = await sql<[LockedPayout]>`
    select id, seller_id, destination_id, amount_cents, state from seller_payouts where id = ${id} for update`;
  if (!allowed.includes(payout.state)) {
    throw new AppError('conflict', message('payout.wrong_state', { state: message(`payout.state.${payout.state}`) }));
  }
  return payout;
}
