import type { Input, Reply } from '#contracts/call.ts';
import type { decideQuarantine as contract } from '#contracts/supply/batches.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { gateOf } from '#platform/vault/decision-gate.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { closeProposal } from '../../../oversight/four-eyes/close-proposal.ts';
import { takeProposal } from '../../../oversight/four-eyes/take-proposal.ts';
import { quarantineKind } from '../proposals/quarantine-kind.ts';
import { moveCards } from '../states/move-cards.ts';

type Body = Input<typeof contract>['body'];

interface Quarantine {
  batch_id: string;
  rules: string[];
  batch: string;
  approved: boolean;
  own: boolean;
  programme: string;
}

/**
 * Admits quarantined cards, some or all that are left, which are then like every other card of their batch, or voids
 * them. Never decided by anybody who opened the batch or imported into it.
 */
export async function decideQuarantine(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body }: Pick<Input<typeof contract>, 'params' | 'body'>,
): Promise<Reply<typeof contract>> {
  const { decision, reason, proposal_id } = body;
  const data = await transaction(ctx.sql, async (sql) => {
    const quarantine = await lockQuarantine(sql, actor, id);
    if (decision === 'approved' && quarantine.programme !== 'active') {
      throw new AppError('conflict', message('programme.not_approved'));
    }
    const proposal = await takeProposal(ctx, sql, actor, {
      kind: quarantineKind,
      subject: id,
      id: proposal_id,
      decision,
    });
    const cards = await decideCards(ctx, sql, actor, { id, quarantine, body });
    const [after] = await sql<[{ left: number; admitted: boolean }]>`
      select (select count(*) from cards where quarantine_id = ${id} and state = 'quarantined') as left,
        exists (select from quarantine_decisions where quarantine_id = ${id} and decision = 'approved') as admitted`;
    await appendAudit(sql, {
      ...by(actor),
      action: `quarantine.${decision}`,
      subject: quarantine.batch_id,
      details: { quarantine_id: id, rules: quarantine.rules, cards, left: after.left, reason },
    });
    if (after.left === 0) {
      const verdict = after.admitted ? 'approved' : 'rejected';
      await closeProposal(ctx, sql, actor, proposal, { decision: verdict, reason });
    }
    return { decision, cards, left: after.left };
  });
  return { data };
}

async function lockQuarantine(sql: Tx, actor: Actor, id: string): Promise<Quarantine> {
  const [quarantine] = await sql<Quarantine[]>`
    select q.batch_id, q.rules, b.state as batch, p.state as programme,
      ${actor.user.id} in (select batch_importers(b.id)) as own,
      exists (select from imports where id = q.import_id and approved_at is not null) as approved
    from quarantines q join batches b on b.id = q.batch_id join programmes p on p.id = b.programme_id
    where q.id = ${id} for update of b`;
  if (!quarantine) throw new AppError('not_found', message('quarantine.not_found'));
  if (quarantine.own) throw new AppError('forbidden', message(quarantineKind.own));
  return quarantine;
}

/** Records the decision, which the database asks for, and moves its cards. Returns their number. */
async function decideCards(
  ctx: Ctx,
  sql: Tx,
  actor: Actor,
  { id, quarantine, body: { decision, reason, proposal_id, ids } }: { id: string; quarantine: Quarantine; body: Body },
): Promise<number> {
  const chosen = ids && [...new Set(ids)];
  const decided = {
    quarantine_id: id,
    proposal_id,
    decision,
    card_ids: chosen ?? null,
    reason,
    decided_by: actor.user.id,
    decided_at: ctx.clock.now().toISOString(),
  };
  const [{ facts }] = await sql<[{ facts: string }]>`
    select sealed_facts(jsonb_populate_record(null::quarantine_decisions, ${sql.json(decided)})) as facts`;
  await sql`
    insert into quarantine_decisions ${sql({ ...decided, gate: gateOf(ctx.vault, 'quarantine_decisions', facts) })}`;
  const onSale =
    (quarantine.approved && { approved: 'available', paused: 'paused' }[quarantine.batch]) || 'unconfirmed';
  const admitted = sql`case when issuer_confirmed then ${onSale} else 'unconfirmed' end`;
  const cards = await moveCards(ctx, sql, {
    batch_id: quarantine.batch_id,
    which: sql`quarantine_id = ${id} and state = 'quarantined' ${chosen ? sql`and id = any(${chosen})` : sql``}`,
    state: decision === 'rejected' ? sql`'void'` : admitted,
  });
  if (cards < (chosen?.length ?? 1)) throw new AppError('conflict', message('quarantine.decided'));
  return cards;
}
