import type { Input, Reply } from '#contracts/call.ts';
import type { approveBatch as contract } from '#contracts/supply/batches.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { decide } from '../../oversight/four-eyes/decide.ts';
import { awaitsApproval } from './awaits-approval.ts';
import { chooseCanaries } from './canaries/choose-canaries.ts';
import { batchKind } from './proposals/batch-kind.ts';
import { readBatch } from './read-batch.ts';
import { moveCards } from './states/move-cards.ts';
import { reportUnusable } from './states/report-unusable.ts';
import { requireVerifiedSeller } from './states/require-verified-seller.ts';

/**
 * Lets what was imported into a batch go on sale where its issuer confirmed it, without what is in quarantine: never by
 * anybody who opened the batch or imported into it (P2).
 */
export async function approveBatch(
  ctx: Ctx,
  actor: Actor,
  { params: { id: batch_id }, body }: Pick<Input<typeof contract>, 'params' | 'body'>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const [batch] = await sql<{ own: boolean; state: string; programme: string }[]>`
      select ${actor.user.id} in (select batch_importers(b.id)) as own, b.state, p.state as programme
      from batches b join programmes p on p.id = b.programme_id where b.id = ${batch_id} for update of b`;
    if (!batch) throw new AppError('not_found', message('batch.not_found'));
    if (batch.own) throw new AppError('forbidden', message('batch.four_eyes'));
    if (!(await awaitsApproval(sql, batch_id))) throw new AppError('conflict', message('batch.not_imported'));
    if (batch.programme !== 'active') throw new AppError('conflict', message('programme.not_approved'));
    await requireVerifiedSeller(sql, batch_id);
    const [stock] = await sql<{ cards: number; unusable: number }[]>`
      select count(*) as cards, count(*) filter (where unusable_at is not null) as unusable
      from cards where batch_id = ${batch_id} and state <> 'void'`;
    if (stock!.cards === 0) throw new AppError('conflict', message('batch.empty'));
    await decide(ctx, sql, actor, {
      kind: batchKind,
      subject: batch_id,
      id: body.proposal_id,
      decision: 'approved',
      reason: body.reason,
    });
    await sql`
      update batches set approved_discount_bp = discount_bp,
        state = case when state = 'imported' then 'approved' else state end
      where id = ${batch_id}`;
    await sql`
      update imports set approved_by = ${actor.user.id}, approved_at = ${ctx.clock.now()}
      where batch_id = ${batch_id} and state = 'committed' and approved_at is null`;
    const canaries = await chooseCanaries(sql, actor, batch_id);
    const ready = sql`state = 'unconfirmed' and issuer_confirmed
      and import_id in (select id from imports where batch_id = ${batch_id} and approved_at is not null)`;
    if (canaries > 0) await moveCards(ctx, sql, { batch_id, which: sql`${ready} and canary`, state: sql`'paused'` });
    const state = batch.state === 'paused' ? sql`'paused'` : sql`'available'`;
    const on_sale = await moveCards(ctx, sql, { batch_id, which: ready, state });
    await appendAudit(sql, { ...by(actor), action: 'batch.approved', subject: batch_id, details: { on_sale } });
    // What the issuer reported before counts from now on.
    if (stock!.unusable > 0) await reportUnusable(ctx, sql, by(actor), { batch_id, ids: [] });
    return readBatch(sql, actor, batch_id);
  });
  return { data };
}
