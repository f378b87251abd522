import type { Input, Reply } from '#contracts/call.ts';
import type { openTopUpReturns as contract } from '#contracts/coins/top-up-returns.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { askBack, sumOf } from './obstacles/ask-back.ts';
import { lockBalances } from './return/lock-return.ts';

/** Staff open the way back for somebody who can't: the account is disabled, or closing. */
export async function openTopUpReturns(
  ctx: Ctx,
  actor: Actor,
  { body: { username, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const [user] = await sql<{ id: string; closed: boolean }[]>`
      select id, disabled_at is not null or exists (select from account_closings where user_id = u.id) as closed
      from users u where username = ${username.toLowerCase()} and erased_at is null`;
    if (!user) throw invalidField('username', message('review.no_person'));
    if (!user.closed) throw new AppError('conflict', message('top_up_return.still_open'));
    await lockBalances(sql, user.id);
    const parts = await askBack(ctx, sql, actor, { user_id: user.id, reason });
    return { data: { returns: parts.length, amount_cents: sumOf(parts) } };
  });
}
