import type { Input } from '#contracts/call.ts';
import type { removeBrandCategory as contract } from '#contracts/shop/brands.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { afterCommit } from '#platform/db/after-commit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';

export async function removeBrandCategory(
  ctx: Ctx,
  actor: Actor,
  { params: { slug } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const [before] = await sql<{ names: Record<string, string>; synonyms: string[] }[]>`
      delete from brand_categories where slug = ${slug} returning names, synonyms`;
    if (!before) throw new AppError('not_found', message('brands.no_category'));
    const brands = await sql<{ name: string }[]>`
      update brands set categories = array_remove(categories, ${slug}) where ${slug} = any(categories) returning name`;
    afterCommit(sql, ctx.brands.forget);
    const details = {
      names_before: JSON.stringify(before.names),
      synonyms_before: before.synonyms,
      brands: brands.map(({ name }) => name),
    };
    await appendAudit(sql, { ...by(actor), action: 'brand_category.removed', subject: slug, details });
  });
}
