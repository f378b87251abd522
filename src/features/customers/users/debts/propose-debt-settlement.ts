import type { Input } from '#contracts/call.ts';
import type { proposeDebtSettlement as contract } from '#contracts/customers/users.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { propose } from '../../../oversight/four-eyes/propose.ts';
import { readPerson } from '../person/person.ts';
import { debtKind } from './debt-kind.ts';
import { refuseUnowed } from './refuse-unowed.ts';

/** Proposes to settle some of a debt from the balance, or to write it off. Nothing moves before somebody else agrees. */
export async function proposeDebtSettlement(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { how, cents, reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    await readPerson(sql, actor, id, { erased: true });
    await refuseUnowed(sql, { user_id: id, how, cents });
    await propose(ctx, sql, actor, { kind: debtKind, subject: id, facts: { how, cents }, reason });
  });
}
