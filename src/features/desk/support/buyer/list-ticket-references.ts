import type { Reply } from '#contracts/call.ts';
import type { listTicketReferences as contract } from '#contracts/desk/support.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { readReferences } from '../references/read-references.ts';

export async function listTicketReferences(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  return { data: await readReferences(ctx.sql, { user_id: actor.user.id }) };
}
