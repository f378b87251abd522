import type { Input } from '#contracts/call.ts';
import type { withdrawFromContract as contract, Withdrawal } from '#contracts/shop/withdrawals.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { queueMail } from '../../messages/mail/queue-mail.ts';
import { takeBack } from '../orders/return-card.ts';
import { readWithdrawal } from './get-withdrawal.ts';

/** Takes a card back because its buyer withdraws from the contract, keeps what was declared, and confirms it by mail. */
export async function withdrawFromContract(
  ctx: Ctx,
  actor: Actor,
  { body: { order_id, card_id, name } }: Input<typeof contract>,
): Promise<{ data: Withdrawal }> {
  return transaction(ctx.sql, async (sql) => {
    const { line_id, refund_cents } = await takeBack(ctx, sql, actor, { order_id, card_id, withdrawal: true });
    const [made] = await sql<[{ id: string }]>`
      insert into withdrawals (line_id, name, refund_cents, declared_at)
      values (${line_id}, ${name}, ${refund_cents}, ${ctx.clock.now()}) returning id`;
    await queueMail(sql, 'withdrawal_received', { withdrawal_id: made.id, user_id: actor.user.id });
    return { data: await readWithdrawal(sql, { id: made.id, user_id: actor.user.id }) };
  });
}
