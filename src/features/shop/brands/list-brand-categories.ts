import type { Reply } from '#contracts/call.ts';
import type { BrandCategory, listBrandCategories as contract } from '#contracts/shop/brands.ts';
import type { Actor, Ctx } from '../../ctx.ts';

export async function listBrandCategories({ sql }: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  const data = await sql<BrandCategory[]>`
    select slug, names, synonyms, (select count(*) from brands b where c.slug = any(b.categories)) as brands
    from brand_categories c order by slug limit 200`;
  return { data: [...data] };
}
