import type { Input, Reply } from '#contracts/call.ts';
import { pagePath } from '#contracts/page-path.ts';
import type { cancelForBuyer as contract } from '#contracts/shop/preorders.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { notify } from '../../messages/notifications/notify.ts';
import { endPreorder } from './money/end-preorder.ts';

/** Cancels for a buyer, who is told; the reason stays in the audit log. */
export async function cancelForBuyer(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const ended = await endPreorder(sql, { id, state: 'cancelled', reason: 'staff', now: ctx.clock.now() });
    if (!ended) {
      const [known] = await sql`select from preorders where id = ${id}`;
      throw known
        ? new AppError('conflict', message('preorder.ended'))
        : new AppError('not_found', message('preorder.not_found'));
    }
    const { user_id, freed_cents } = ended;
    await notify(sql, user_id, {
      type: 'warning',
      title: message('preorder.cancelled.title'),
      content:
        freed_cents > 0
          ? message('preorder.cancelled.text', { amount: { cents: freed_cents } })
          : message('preorder.cancelled.unreserved'),
      link: pagePath('/preorder'),
    });
    const details = { reason, freed_cents };
    await appendAudit(sql, { ...by(actor), action: 'preorder.cancelled', subject: id, details });
    return { data: { id, freed_cents } };
  });
}
