import type { Input, Reply } from '#contracts/call.ts';
import type { closeAccount as contract } from '#contracts/coins/top-up-returns.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { askBack } from './obstacles/ask-back.ts';
import { lockBalances } from './return/lock-return.ts';
import { readClosing } from './shown/read-closing.ts';

/** The owner closes the account and asks for what is unspent of the top-ups. */
export async function closeAccount(
  ctx: Ctx,
  actor: Actor,
  { body: { amount_cents } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const user_id = actor.user.id;
  return transaction(ctx.sql, async (sql) => {
    await lockBalances(sql, user_id);
    await askBack(ctx, sql, actor, { user_id, amount_cents });
    return { data: await readClosing(ctx, sql, user_id) };
  });
}
