import type { Input, Reply } from '#contracts/call.ts';
import type { changeBrand as contract, OfficeBrand } from '#contracts/shop/brands.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { afterCommit } from '#platform/db/after-commit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { refuseLookalike } from '../../supply/programmes/brand-names/refuse-lookalike.ts';
import { notifyOthers } from './office/notify-others.ts';
import { readBrand } from './office/read-brand.ts';

type Body = Input<typeof contract>['body'];

/** Changes the given fields. The audit log keeps their earlier values, so that they can be restored. */
export async function changeBrand(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    // One at a time, since names and slugs of all brands exclude each other.
    await sql`select from brands order by id for update`;
    const before = await readBrand(sql, id);
    const after = { ...before, ...body };
    if (after.name !== before.name) await refuseLookalike(sql, after.name, id);
    await refuseTaken(sql, id, body.slug);
    await refuseUnknown(sql, after.categories);
    await sql`
      update brands set name = ${after.name}, slug = ${after.slug}, about = ${after.about},
        translations = ${sql.json(after.translations)}, categories = ${[...new Set(after.categories)]},
        synonyms = ${[...new Set(after.synonyms)]}
      where id = ${id}`;
    afterCommit(sql, ctx.brands.forget);
    if (after.slug !== before.slug) {
      await sql`delete from brand_slugs where slug = ${after.slug}`;
      await sql`insert into brand_slugs (slug, brand_id) values (${before.slug}, ${id})`;
    }
    const moved = after.slug !== before.slug && { slug: after.slug };
    const details = { name: after.name, ...moved, ...replacedBy(body, before) };
    await appendAudit(sql, { ...by(actor), action: 'brand.changed', subject: id, details });
    if (after.name !== before.name)
      await notifyOthers(
        sql,
        actor,
        message('brands.renamed_by', { who: actor.user.username, before: before.name, after: after.name }),
      );
    return readBrand(sql, id);
  });
  return { data };
}

/** The earlier values of the given fields. */
function replacedBy(body: Body, before: OfficeBrand): Record<string, string | string[]> {
  const fields = (Object.keys(body) as (keyof Body)[]).map((field) => {
    const value = before[field];
    return [`${field}_before`, typeof value === 'string' || Array.isArray(value) ? value : JSON.stringify(value)];
  });
  return Object.fromEntries(fields);
}

async function refuseTaken(sql: Tx, id: string, slug: string | undefined): Promise<void> {
  if (slug === undefined) return;
  const [taken] = await sql`
    select from brands where slug = ${slug} and id <> ${id}
    union all select from brand_slugs where slug = ${slug} and brand_id <> ${id} limit 1`;
  if (taken) throw invalidField('slug', message('brands.slug_taken'));
}

async function refuseUnknown(sql: Tx, categories: readonly string[]): Promise<void> {
  const [unknown] = await sql`
    select from unnest(${[...categories]}::text[]) as one (slug)
    where not exists (select from brand_categories c where c.slug = one.slug)`;
  if (unknown)
    throw new AppError('invalid', message('brands.no_category'), { categories: [message('brands.no_category')] });
}
