import type { Input } from '#contracts/call.ts';
import type { cancelPreorder as contract, Preorder } from '#contracts/shop/preorders.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { endPreorder } from './money/end-preorder.ts';
import { readPreorders } from './queue/read-preorders.ts';

export async function cancelPreorder(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<{ data: Preorder }> {
  return transaction(ctx.sql, async (sql) => {
    const [own] = await sql`select from preorders where id = ${id} and user_id = ${actor.user.id}`;
    if (!own) throw new AppError('not_found', message('preorder.not_found'));
    const ended = await endPreorder(sql, { id, state: 'cancelled', reason: 'buyer', now: ctx.clock.now() });
    if (!ended) throw new AppError('conflict', message('preorder.ended'));
    const details = { freed_cents: ended.freed_cents };
    await appendAudit(sql, { ...by(actor), action: 'preorder.cancelled', subject: id, details });
    const [data] = await readPreorders(sql, sql`p.id = ${id}`);
    return { data: data! };
  });
}
