import type { Input, Reply } from '#contracts/call.ts';
import type { listGiftLinks as contract } from '#contracts/shop/gifts.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readLinks } from './links/read-gifts.ts';

/** The unopened gifts of one of the buyer's orders; none for anyone else's. */
export async function listGiftLinks(
  ctx: Ctx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return { data: await readLinks(ctx, ctx.sql, actor, params.id) };
}
