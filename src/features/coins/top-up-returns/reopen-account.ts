import type { Reply } from '#contracts/call.ts';
import type { reopenAccount as contract } from '#contracts/coins/top-up-returns.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { endClosing } from '../../customers/spending/account-closing.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { bookUndone } from './amounts/book-return.ts';
import { changeReturn, type LockedReturn, lockBalances } from './return/lock-return.ts';
import { readClosing } from './shown/read-closing.ts';

/** The owner takes the closing back, while nobody has begun to check what was asked for. The money is the balance again. */
export async function reopenAccount(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const user_id = actor.user.id;
  return transaction(ctx.sql, async (sql) => {
    await lockBalances(sql, user_id);
    const rows = await sql<LockedReturn[]>`
      select id, user_id, deposit_id, coin, address, amount_cents, state, created_by from top_up_returns
      where user_id = ${user_id} and state = 'asked' order by id for update`;
    const { may_reopen } = await readClosing(ctx, sql, user_id);
    if (!may_reopen) throw new AppError('conflict', message('closing.is_checked'));
    for (const row of rows) {
      await changeReturn(ctx, sql, row.id, { state: 'withdrawn', ended_at: ctx.clock.now() });
      await bookUndone(sql, ctx.clock.now(), row, false);
      const details = { return_id: row.id, amount_cents: row.amount_cents };
      await appendAudit(sql, { ...by(actor), action: 'top_up_return.withdrawn', subject: user_id, details });
    }
    await endClosing(sql, user_id);
    await publishUserEvent(sql, user_id, 'account');
    return { data: await readClosing(ctx, sql, user_id) };
  });
}
