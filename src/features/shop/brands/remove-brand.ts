import type { Input } from '#contracts/call.ts';
import type { removeBrand as contract } from '#contracts/shop/brands.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { afterCommit } from '#platform/db/after-commit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { readBrand } from './office/read-brand.ts';

export async function removeBrand(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    await sql`select from brands where id = ${id} for update`;
    const { name, programmes } = await readBrand(sql, id);
    if (programmes.length > 0) throw new AppError('conflict', message('brands.has_programmes'));
    await sql`delete from brands where id = ${id}`;
    afterCommit(sql, ctx.brands.forget);
    await appendAudit(sql, { ...by(actor), action: 'brand.removed', subject: id, details: { name } });
  });
}
