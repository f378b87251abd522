import type { payoutStates } from '#contracts/supply/payouts.ts';
import type { Destination } from '#contracts/supply/sellers.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Changes, changeRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';
import { lockSeller } from '../../sellers/seller/lock-seller.ts';

type State = (typeof payoutStates)[number];

export interface LockedPayout {
  id: string;
  seller_id: string;
  destination_id: string;
  kind: Destination['kind'];
  amount_cents: number;
  state: State;
}

/** A payout in one of these states, locked after its seller: a seller's payouts are decided one after the other. */
export async function lockPayout(sql: Db, id: string, allowed: readonly State[]): Promise<LockedPayout> {
  const [found] = await sql<{ seller_id: string }[]>`select seller_id from seller_payouts where id = ${id}`;
  if (!found) throw new AppError('not_found', message('payout.not_found'));
  await lockSeller(sql, found.seller_id);
  const [payout] = await sql<[LockedPayout]>`
    select p.id, p.seller_id, p.destination_id, d.kind, p.amount_cents, p.state
    from seller_payouts p join seller_destinations d on d.id = p.destination_id where p.id = ${id} for update of p`;
  if (!allowed.includes(payout.state)) {
    throw new AppError('conflict', message('payout.wrong_state', { state: message(`payout.state.${payout.state}`) }));
  }
  return payout;
}

/** Changes a payout in the caller's transaction, with its MAC. Throws a ForgedRowError for one that was written past the shop. */
export const changePayout = (ctx: Pick<Ctx, 'vault'>, sql: Db, id: string, changes: Changes) =>
  changeRow(ctx.vault, sql, { table: 'seller_payouts', id }, changes);
