import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { endAlert } from '../../../oversight/alerts/end-alert.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { noteAsked } from '../../batches/cards/note-asked.ts';
import type { AdapterFailure } from '../adapter/adapter-error.ts';
import { issuerFailingAlert, unknownCardsAlert } from './alert-kinds.ts';
import { publishCheck } from './publish-check.ts';

interface Ended {
  batch_id: string;
  asked_by: string | null;
  active: number;
  unknown: number;
  inactive: number;
  redeemed: number;
  confirmed: number;
}

/** Ends a check whose cards were all asked about, or for which the issuer gave no answer that counts. */
export async function finishCheck(ctx: Ctx, check_id: string, failure: AdapterFailure | null = null): Promise<void> {
  const now = ctx.clock.now();
  await transaction(ctx.sql, async (sql) => {
    const [ended] = await sql<Ended[]>`
      update issuer_checks set ended_at = ${now}, failure = ${failure} where id = ${check_id} and ended_at is null
      returning batch_id, asked_by, active, unknown, inactive, redeemed, confirmed`;
    if (!ended) return;
    const { batch_id, asked_by, ...counts } = ended;
    await publishCheck(sql, check_id);
    const [batch] = await sql<[{ name: string; programme_id: string; programme: string }]>`
      select b.name, p.id as programme_id, p.name as programme
      from batches b join programmes p on p.id = b.programme_id where b.id = ${batch_id}`;
    const { name, programme_id: subject, programme } = batch;
    await appendAudit(sql, {
      actor_id: asked_by,
      action: failure ? 'batch.issuer_failed' : 'batch.issuer_asked',
      subject: batch_id,
      details: { check_id, ...counts, ...(failure && { failure }) },
    });
    if (failure) {
      await raiseAlert(sql, now, { kind: issuerFailingAlert, subject, details: { name: programme, failure } });
    } else {
      await endAlert(sql, now, { kind: issuerFailingAlert, subject });
      await noteAsked(sql, { batch_id, now, vouched: counts.confirmed > 0 });
    }
    if (counts.unknown > 0) {
      await raiseAlert(sql, now, {
        kind: unknownCardsAlert,
        subject: batch_id,
        details: { name, cards: counts.unknown },
      });
    } else if (!failure) {
      await endAlert(sql, now, { kind: unknownCardsAlert, subject: batch_id });
    }
  });
}
