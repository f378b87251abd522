import type { Input } from '#contracts/call.ts';
import type { decideOperator as contract } from '#contracts/office/tax.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { decide } from '../../../oversight/four-eyes/decide.ts';
import { OPERATOR, operatorKind } from './operator-kind.ts';

/** Puts proposed data of the operator in force, or not. */
export async function decideOperator(
  ctx: Ctx,
  actor: Actor,
  { body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const proposal = { kind: operatorKind, subject: OPERATOR, id: proposal_id, decision, reason };
    const { facts } = await decide(ctx, sql, actor, proposal);
    if (decision === 'rejected') return;
    await sql`insert into operator_versions ${sql({ proposal_id, ...facts, at: ctx.clock.now() })}`;
    await appendAudit(sql, { ...by(actor), action: 'tax.operator_changed', subject: proposal_id, details: facts });
  });
}
