import type { Input } from '#contracts/call.ts';
import type { decideEarlierOutflows as contract } from '#contracts/office/outflows.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { decide } from '../../../oversight/four-eyes/decide.ts';
import { appendLabel } from '../labels/append-label.ts';
import { EARLIER, earlierKind } from './earlier-kind.ts';
import { digestOf, readEarlier } from './read-earlier.ts';

/** A second person agrees that these outflows are from before the record began, or not. */
export async function decideEarlierOutflows(
  ctx: Ctx,
  actor: Actor,
  { body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const verdict = { kind: earlierKind, subject: EARLIER, id: proposal_id, decision, reason };
    const { facts } = await decide(ctx, sql, actor, verdict);
    if (decision === 'rejected') return;
    const { outflows } = await readEarlier(sql);
    // Somebody labelled one of them since, or the chain removed it.
    if (facts.outflows !== digestOf(outflows)) throw new AppError('conflict', message('approvals.changed'));
    for (const { coin, txid } of outflows)
      await appendLabel(ctx, sql, actor, { coin, txid, label: 'before_record', reason });
  });
}
