import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../ctx.ts';
import { creditDeposit } from './credit-deposit.ts';
import { findCursor, StaleCursor } from './watcher/cursor.ts';

const ATTEMPTS = 5;

/** An admin lets a held deposit through: it is credited although it goes over the owner's limits. */
export async function releaseHeldDeposit(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  if (actor.user.role !== 'admin') throw new AppError('forbidden', 'Only an admin may release a held payment.');
  const [deposit] = await ctx.sql<{ coin: 'BTC' | 'ETH' | 'LTC'; user_id: string; state: string }[]>`
    select coin, user_id, state from deposits where id = ${id}`;
  if (!deposit) throw new AppError('not_found', 'There is no such deposit.');
  if (deposit.user_id === actor.user.id)
    throw new AppError('forbidden', 'Somebody else must release your own payment.');
  if (deposit.state !== 'held') throw new AppError('conflict', 'This deposit is not held.');
  const { actor_id, address } = by(actor);
  for (let attempt = 1; ; attempt++) {
    const cursor = await findCursor(ctx.sql, deposit.coin);
    try {
      const outcome = await creditDeposit(ctx, cursor!, id, { actor_id: actor_id!, address: address ?? '' });
      if (outcome === 'credited') return;
      throw new AppError(
        'conflict',
        outcome === 'no rate'
          ? 'There is no current rate for it. Try again soon.'
          : 'This deposit is not held any more.',
      );
    } catch (error) {
      // The watcher took a block meanwhile: the deposit has only become deeper.
      if (!(error instanceof StaleCursor) || attempt === ATTEMPTS) throw error;
    }
  }
}
