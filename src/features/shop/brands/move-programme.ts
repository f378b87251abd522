import type { Input, Reply } from '#contracts/call.ts';
import type { moveProgramme as contract } from '#contracts/shop/brands.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { joinBrand } from '../../supply/programmes/brand-names/join-brand.ts';
import { notifyOthers } from './office/notify-others.ts';
import { readBrand } from './office/read-brand.ts';

export async function moveProgramme(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { programme_id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const { name } = await readBrand(sql, id);
    const [programme] = await sql<{ name: string; brand_id: string; brand: string }[]>`
      select name, brand_id, (select name from brands where id = brand_id) as brand
      from programmes where id = ${programme_id} for no key update`;
    if (!programme) throw new AppError('not_found', message('programme.not_found'));
    await joinBrand(ctx, sql, { programme_id, brand_id: id });
    const details = {
      name,
      programme_id,
      programme: programme.name,
      from_brand_id: programme.brand_id,
      name_before: programme.brand,
    };
    await appendAudit(sql, { ...by(actor), action: 'brand.programme_moved', subject: id, details });
    const facts = { who: actor.user.username, programme: programme.name, before: programme.brand, after: name };
    if (programme.brand_id !== id) await notifyOthers(sql, actor, message('brands.moved_by', facts));
    return readBrand(sql, id);
  });
  return { data };
}
