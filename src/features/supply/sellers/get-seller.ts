import type { Input, Reply } from '#contracts/call.ts';
import type { getSeller as contract } from '#contracts/supply/sellers.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { readSeller } from './seller/read-sellers.ts';

export async function getSeller(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return { data: await readSeller(ctx, ctx.sql, actor, id) };
}
