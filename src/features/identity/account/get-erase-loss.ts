import type { Db } from '#platform/db/client.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import type { AccountData, Loss } from '../../feature.ts';

/** What is lost with an account: the sum of what each feature says. */
export async function lossOf(
  data: readonly AccountData[],
  sql: Db,
  account: { user_id: string; now: Date },
): Promise<Loss> {
  const loss: Loss = { balance_cents: 0, open_payments: 0, unrevealed_cards: 0, open_claims: 0, open_gifts: 0 };
  for (const { lossOf: read } of data)
    for (const [name, lost] of Object.entries((await read?.(sql, account)) ?? {})) loss[name as keyof Loss] += lost;
  return loss;
}

/** What the user would lose by erasing the account now. */
export const getEraseLossOf = (data: readonly AccountData[]) =>
  async function getEraseLoss({ sql, clock }: Ctx, actor: Actor): Promise<{ data: Loss }> {
    return { data: await lossOf(data, sql, { user_id: actor.user.id, now: clock.now() }) };
  };
