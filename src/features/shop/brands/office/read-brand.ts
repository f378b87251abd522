import type { OfficeBrand } from '#contracts/shop/brands.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

/** A brand as staff sees it. */
export async function readBrand(sql: Db, id: string): Promise<OfficeBrand> {
  const [brand] = await sql<OfficeBrand[]>`
    select id, slug, name, about, translations, categories, synonyms,
      array(select old.slug from brand_slugs old where old.brand_id = b.id order by old.slug) as old_slugs,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'state', p.state, 'country', p.country,
          'currency', p.currency) order by lower(p.name), p.id)
        from programmes p where p.brand_id = b.id), '[]') as programmes
    from brands b where id = ${id}`;
  if (!brand) throw new AppError('not_found', message('brands.not_found'));
  return brand;
}
