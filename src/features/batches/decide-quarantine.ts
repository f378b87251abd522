import type { decideQuarantine as contract } from '#contracts/batches.ts';
import type { Input, Reply } from '#contracts/call.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../ctx.ts';
import { decide } from '../four-eyes/decide.ts';
import { forgetCatalogue } from '../programmes/catalogue.ts';
import { quarantineKind } from './kinds/quarantine-kind.ts';
import { moveCards } from './states/move-cards.ts';

interface Kept {
  batch_id: string;
  rules: string[];
  batch: string;
  approved: boolean;
  own: boolean;
  programme: string;
}

/**
 * Admits quarantined cards, which are then like every other card of their batch, or voids them. Never decided by the one
 * who opened or imported the batch.
 */
export async function decideQuarantine(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { decision } }: Pick<Input<typeof contract>, 'params' | 'body'>,
): Promise<Reply<typeof contract>> {
  const cards = await transaction(ctx.sql, async (sql) => {
    const [kept] = await sql<Kept[]>`
      select q.batch_id, q.rules, b.state as batch, p.state as programme,
        ${actor.user.id} in (select batch_importers(b.id)) as own,
        exists (select from imports where id = q.import_id and approved_at is not null) as approved
      from quarantines q join batches b on b.id = q.batch_id join programmes p on p.id = b.programme_id
      where q.id = ${id} for update of b`;
    if (!kept) throw new AppError('not_found', message('quarantine.not_found'));
    if (kept.own) throw new AppError('forbidden', message(quarantineKind.own));
    if (decision === 'approved' && kept.programme !== 'active') {
      throw new AppError('conflict', message('programme.not_approved'));
    }
    await decide(ctx, sql, actor, { kind: quarantineKind, subject: id, decision });
    const onSale = (kept.approved && { approved: 'available', paused: 'paused' }[kept.batch]) || 'unconfirmed';
    const admitted = sql`case when issuer_confirmed then ${onSale} else 'unconfirmed' end`;
    const state = decision === 'rejected' ? sql`'void'` : admitted;
    const count = await moveCards(sql, {
      batch_id: kept.batch_id,
      which: sql`quarantine_id = ${id} and state = 'quarantined'`,
      state,
    });
    await appendAudit(sql, {
      ...by(actor),
      action: `quarantine.${decision}`,
      subject: kept.batch_id,
      details: { quarantine_id: id, rules: kept.rules, cards: count },
    });
    return count;
  });
  forgetCatalogue(ctx);
  return { data: { decision, cards } };
}
