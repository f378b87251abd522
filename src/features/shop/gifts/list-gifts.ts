import type { Input, Reply } from '#contracts/call.ts';
import type { listGifts as contract } from '#contracts/shop/gifts.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readGifts } from './links/read-gifts.ts';

/** The gifts of one of the buyer's orders; none for anyone else's. */
export async function listGifts(
  ctx: Ctx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const gifts = await readGifts(ctx.sql, ctx.clock.now(), { user_id: actor.user.id, order_id: params.id });
  return { data: [...gifts] };
}
