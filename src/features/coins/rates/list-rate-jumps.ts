import type { Reply } from '#contracts/call.ts';
import type { listRateJumps as contract, RateJump } from '#contracts/coins/rates.ts';
import type { Actor, Ctx } from '../../ctx.ts';

/** The rates on hold: one for each coin and currency at most. */
export async function listRateJumps({ sql }: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  const data = await sql<Pick<RateJump, 'id' | 'coin' | 'currency' | 'since'>[]>`
    select id, coin, currency, since from rate_jumps where ended_at is null order by since limit 200`;
  return { data: [...data] };
}
