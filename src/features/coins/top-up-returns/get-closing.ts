import type { Reply } from '#contracts/call.ts';
import type { getClosing as contract } from '#contracts/coins/top-up-returns.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readClosing } from './shown/read-closing.ts';

export async function getClosing(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  return { data: await readClosing(ctx, ctx.sql, actor.user.id) };
}
