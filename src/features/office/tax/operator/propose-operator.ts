import type { Input } from '#contracts/call.ts';
import type { proposeOperator as contract } from '#contracts/office/tax.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { requireDuty } from '../../../identity/sessions/admission/require-duty.ts';
import { propose } from '../../../oversight/four-eyes/propose.ts';
import { OPERATOR, operatorKind } from './operator-kind.ts';

/** Proposes the data of the operator. Invoices that were issued stay as they are. */
export async function proposeOperator(
  ctx: Ctx,
  actor: Actor,
  { body: { reason, ...facts } }: Input<typeof contract>,
): Promise<undefined> {
  requireDuty(actor, 'approver');
  await transaction(ctx.sql, (sql) =>
    propose(ctx, sql, actor, { kind: operatorKind, subject: OPERATOR, facts, reason }),
  );
}
