import type { Input, Reply } from '#contracts/call.ts';
import type { getRateJump as contract } from '#contracts/coins/rates.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readRateJump } from './jumps/read-rate-jump.ts';

export async function getRateJump(
  { sql }: Ctx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return { data: await readRateJump(sql, actor, params.id) };
}
