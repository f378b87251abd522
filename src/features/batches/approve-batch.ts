import type { approveBatch as contract } from '#contracts/batches.ts';
import type { Input, Reply } from '#contracts/call.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../ctx.ts';
import { decide } from '../four-eyes/decide.ts';
import { forgetCatalogue } from '../programmes/catalogue.ts';
import { batchKind } from './kinds/batch-kind.ts';
import { readBatch } from './read-batch.ts';
import { moveCards } from './states/move-cards.ts';

/** Lets a batch's issuer-confirmed cards go on sale, without those in quarantine: never by the one who opened or imported it (P2). */
export async function approveBatch(
  ctx: Ctx,
  actor: Actor,
  { params: { id: batch_id }, body }: Pick<Input<typeof contract>, 'params' | 'body'>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const [batch] = await sql<{ state: string; created_by: string; imported_by: string | null; programme: string }[]>`
      select b.state, b.created_by, b.imported_by, p.state as programme
      from batches b join programmes p on p.id = b.programme_id where b.id = ${batch_id} for update of b`;
    if (!batch) throw new AppError('not_found', message('batch.not_found'));
    if (batch.created_by === actor.user.id || batch.imported_by === actor.user.id) {
      throw new AppError('forbidden', message('batch.four_eyes'));
    }
    if (batch.state !== 'imported') throw new AppError('conflict', message('batch.not_imported'));
    if (batch.programme !== 'active') throw new AppError('conflict', message('programme.not_approved'));
    const [stock] = await sql<{ cards: number }[]>`
      select count(*) as cards from cards where batch_id = ${batch_id} and state <> 'void'`;
    if (stock!.cards === 0) throw new AppError('conflict', message('batch.empty'));
    await decide(ctx, sql, actor, {
      ...{ kind: batchKind, subject: batch_id },
      ...{ id: body.proposal_id, decision: 'approved', reason: body.reason },
    });
    await sql`update batches set state = 'approved' where id = ${batch_id}`;
    const on_sale = await moveCards(sql, {
      batch_id,
      which: sql`state = 'unconfirmed' and issuer_confirmed`,
      state: sql`'available'`,
    });
    await appendAudit(sql, { ...by(actor), action: 'batch.approved', subject: batch_id, details: { on_sale } });
    return readBatch(sql, actor, batch_id);
  });
  forgetCatalogue(ctx);
  return { data };
}
