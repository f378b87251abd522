import { message } from '#i18n/message.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor } from '../../ctx.ts';

export interface HeldDeposit {
  id: string;
  coin: Coin;
  user_id: string;
  payment_id: string;
  hold_reason: string;
  held_units: string;
}

/** A held deposit that this person may decide about, locked. Nobody decides about their own. */
export async function lockHeld(sql: Db, actor: Actor, id: string): Promise<HeldDeposit> {
  const [deposit] = await sql<(Omit<HeldDeposit, 'hold_reason'> & { hold_reason: string | null })[]>`
    select id, coin, user_id, payment_id, hold_reason, (amount_units - credited_units)::text as held_units
    from deposits where id = ${id} for update`;
  if (!deposit) throw new AppError('not_found', message('held.missing'));
  if (deposit.user_id === actor.user.id) throw new AppError('forbidden', message('held.own'));
  if (!deposit.hold_reason) throw new AppError('conflict', message('held.nothing'));
  return { ...deposit, hold_reason: deposit.hold_reason };
}
