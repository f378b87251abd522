import type { Reply } from '#contracts/call.ts';
import type { listUnclaimedDeposits as contract } from '#contracts/unclaimed-deposits.ts';
import type { Actor, Ctx } from '../ctx.ts';
import { readUnclaimedDeposits } from './read-unclaimed-deposits.ts';

const SHOWN = 200;

export async function listUnclaimedDeposits(ctx: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  return { data: await readUnclaimedDeposits(ctx, { limit: SHOWN }) };
}
