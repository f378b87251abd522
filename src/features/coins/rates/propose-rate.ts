import type { Input, Reply } from '#contracts/call.ts';
import type { proposeRate as contract } from '#contracts/coins/rates.ts';
import { formatUnits } from '#platform/chain/units.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { dismiss } from '../../oversight/four-eyes/dismiss.ts';
import { propose } from '../../oversight/four-eyes/propose.ts';
import { jumpKind } from './jumps/jump-kind.ts';
import { lockRateJump } from './jumps/lock-rate-jump.ts';
import { readRateJump } from './jumps/read-rate-jump.ts';
import { rateOf } from './samples/rated.ts';

/** A person says that a rate which jumped is true. A later proposal, of a newer reading, takes the place of an earlier one. */
export async function proposeRate(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const { usd_e9, ...jump } = await lockRateJump(sql, id);
    const about = { kind: jumpKind, subject: id, reason };
    await dismiss(ctx, sql, actor, about);
    await propose(ctx, sql, actor, {
      ...about,
      facts: { coin: rateOf(jump), usd: formatUnits(BigInt(usd_e9), 9) },
    });
    return { data: await readRateJump(sql, actor, id) };
  });
}
