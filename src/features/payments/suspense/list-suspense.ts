import type { Reply } from '#contracts/call.ts';
import type { listSuspense as contract } from '#contracts/suspense.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readSuspense } from './read-suspense.ts';

const SHOWN = 200;

export async function listSuspense(ctx: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  return { data: await readSuspense(ctx, { limit: SHOWN }) };
}
