import type { Input } from '#contracts/call.ts';
import type { saveBrandCategory as contract } from '#contracts/shop/brands.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { afterCommit } from '#platform/db/after-commit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';

const MAX_CATEGORIES = 200;

export async function saveBrandCategory(
  ctx: Ctx,
  actor: Actor,
  { params: { slug }, body: { names, synonyms } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const [before] = await sql<{ names: Record<string, string>; synonyms: string[] }[]>`
      select names, synonyms from brand_categories where slug = ${slug} for update`;
    const [existing] = await sql<[{ count: number }]>`select count(*) as count from brand_categories`;
    if (!before && existing.count >= MAX_CATEGORIES)
      throw new AppError('conflict', message('brands.categories_full', { max: MAX_CATEGORIES }));
    await sql`
      insert into brand_categories (slug, names, synonyms)
      values (${slug}, ${sql.json(names)}, ${[...new Set(synonyms)]})
      on conflict (slug) do update set names = excluded.names, synonyms = excluded.synonyms`;
    afterCommit(sql, ctx.brands.forget);
    const details = before && { names_before: JSON.stringify(before.names), synonyms_before: before.synonyms };
    await appendAudit(sql, {
      ...by(actor),
      action: 'brand_category.saved',
      subject: slug,
      ...(details && { details }),
    });
  });
}
