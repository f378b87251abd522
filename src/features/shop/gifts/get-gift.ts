import type { Input, Reply } from '#contracts/call.ts';
import type { getGift as contract } from '#contracts/shop/gifts.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readGift } from './links/read-gifts.ts';

export async function getGift(
  ctx: Ctx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return { data: await readGift(ctx, ctx.sql, actor, params.id) };
}
