import type { Input } from '#contracts/call.ts';
import type { liftSpendingBlock as contract } from '#contracts/customers/spending.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';

/** An admin lets an account spend again although it still has debt. */
export async function liftSpendingBlock(
  ctx: Ctx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<undefined> {
  if (params.id === actor.user.id) throw new AppError('forbidden', message('spending.own_block'));
  await transaction(ctx.sql, async (sql) => {
    const { count } = await sql`
      update spending_blocks set lifted_at = ${ctx.clock.now()}, lifted_by = ${actor.user.id}
      where user_id = ${params.id} and lifted_at is null`;
    if (count === 0) throw new AppError('not_found', message('spending.not_blocked'));
    await appendAudit(sql, { ...by(actor), action: 'spending.unblocked', subject: params.id });
  });
}
