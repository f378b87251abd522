import type { Reply } from '#contracts/call.ts';
import type { listCategories as contract } from '#contracts/desk/support.ts';
import type { Actor, Ctx } from '../../../ctx.ts';

export async function listCategories({ sql }: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  const data = await sql<Reply<typeof contract>['data']>`
    select slug, names, position, offered from support_categories order by position, slug limit 100`;
  return { data: [...data] };
}
