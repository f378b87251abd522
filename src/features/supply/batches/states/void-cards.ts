import type { Input, Reply } from '#contracts/call.ts';
import type { voidCards as contract } from '#contracts/supply/batches.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { afterCommit } from '#platform/db/after-commit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { publishCarts } from './publish-carts.ts';
import { reportUnusable } from './report-unusable.ts';
import { takeBatch } from './take-batch.ts';

/** Takes unsold cards of a batch out of stock for good. Those that can't be redeemed count for the batch's brake (P5). */
export async function voidCards(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { why, reason, ...body } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const ids = [...new Set(body.ids)];
  const state = await transaction(ctx.sql, async (sql) => {
    const before = await takeBatch(sql, id, ['imported', 'approved', 'paused', 'withdrawn']);
    const voided = await sql<{ id: string }[]>`
      with taken as (
        select id from cards where batch_id = ${id} and id = any(${ids}) and state not in ('sold', 'void')
        order by id for no key update)
      update cards set state = 'void' where id in (select id from taken) returning id`;
    if (voided.length < ids.length) {
      const taken = new Set(voided.map((card) => card.id));
      const count = ids.length - voided.length;
      throw new AppError('invalid', message('batch.not_voided', { count }), {
        ids: ids.filter((id) => !taken.has(id)),
      });
    }
    afterCommit(sql, ctx.catalogue.forget);
    await publishCarts(sql, sql`c.id = any(${ids})`);
    const details = { why, reason, cards: ids.length, ids };
    await appendAudit(sql, { ...by(actor), action: 'batch.cards_voided', subject: id, details });
    const braked = why === 'unusable' && (await reportUnusable(ctx, sql, by(actor), { batch_id: id, ids }));
    return braked && before !== 'withdrawn' ? 'paused' : before;
  });
  return { data: { state, cards: ids.length } };
}
