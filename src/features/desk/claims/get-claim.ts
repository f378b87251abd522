import type { Input, Reply } from '#contracts/call.ts';
import type { getClaim as contract } from '#contracts/desk/claims.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { notePerson } from '../../oversight/audit/note-view.ts';
import { readClaim } from './claim/read-claim.ts';

export async function getClaim(
  ctx: VaultCtx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await readClaim(ctx, ctx.sql, actor, params.id);
  await notePerson(ctx, ctx.sql, actor, data.buyer.id);
  return { data };
}
