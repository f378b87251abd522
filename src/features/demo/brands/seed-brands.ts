import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../ctx.ts';
import { DEMO_BRANDS } from './brands.ts';
import { DEMO_CATEGORIES } from './categories.ts';

/** Describes the brands of the demo programmes that nobody has described yet. */
export async function seedBrands(ctx: Ctx): Promise<void> {
  await transaction(ctx.sql, async (sql) => {
    await sql`
      insert into brand_categories
      select * from jsonb_populate_recordset(null::brand_categories, ${sql.json(DEMO_CATEGORIES as never)})
      where not exists (select from brand_categories)`;
    for (const { name, about, german, spanish, categories, synonyms, also = [], question } of DEMO_BRANDS) {
      const [brand] = await sql<{ id: string }[]>`
        update brands set about = ${about},
          translations = ${sql.json({ de: { about: german }, es: { about: spanish } })},
          categories = ${categories}, synonyms = ${synonyms}
        where name = ${name} and about = '' and categories = '{}' returning id`;
      if (!brand) continue;
      await sql`update programmes set brand_id = ${brand.id} where name = any(${also})`;
      await sql`delete from brands where name = any(${also})`;
      if (!question) continue;
      const translations = { de: { topic: name, ...question.de }, es: { topic: name, ...question.es } };
      const shown = { position: 100, published_at: ctx.clock.now(), translations: sql.json(translations) };
      await sql`insert into faqs ${sql({ topic: name, ...question.en, ...shown })}`;
    }
  });
}
