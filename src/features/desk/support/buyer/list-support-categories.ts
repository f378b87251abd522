import type { Reply } from '#contracts/call.ts';
import type { listSupportCategories as contract } from '#contracts/desk/support.ts';
import { type Ctx, localeOf, type Visitor } from '../../../ctx.ts';

/** The categories that a buyer can choose, in the order that staff gave them. */
export async function listSupportCategories(ctx: Ctx, actor: Visitor): Promise<Reply<typeof contract>> {
  const data = await ctx.sql<Reply<typeof contract>['data']>`
    select slug, coalesce(names ->> split_part(${localeOf(actor)}::text, '-', 1), names ->> 'en') as name
    from support_categories
    where offered order by position, slug limit 100`;
  return { data: [...data] };
}
