import type { Input } from '#contracts/call.ts';
import type { proposeAdjustment as contract } from '#contracts/customers/users.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { propose } from '../../../oversight/four-eyes/propose.ts';
import { readPerson } from '../person/person.ts';
import { adjustmentKind } from './adjustment-kind.ts';
import { refuseUnfit } from './refuse-unfit.ts';

/** Proposes to put an amount on a balance, or to take it. Nothing moves before somebody else agrees. */
export async function proposeAdjustment(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { cents, cause, order_number, reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const { disabled } = await readPerson(sql, actor, id);
    const order_id = cause === 'refund' ? await findOrder(sql, id, order_number) : null;
    await refuseUnfit(ctx, sql, { user_id: id, disabled, cents, cause, order_id });
    const facts = { cents, cause, ...(order_id && { order_id, order_number: order_number! }) };
    await propose(ctx, sql, actor, { kind: adjustmentKind, subject: id, facts, reason });
  });
}

async function findOrder(sql: Db, user_id: string, number: number | undefined): Promise<string | null> {
  if (number === undefined) return null;
  const [order] = await sql<
    { id: string }[]
  >`select id from numbered_orders where number = ${number} and user_id = ${user_id}`;
  return order?.id ?? null;
}
