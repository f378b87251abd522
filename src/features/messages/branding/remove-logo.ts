import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { afterCommit } from '#platform/db/after-commit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { lockBranding } from './create-branding.ts';
import { notifyChanged } from './notify-changed.ts';

/** Removes the logo with all that was drawn of it; the shop has our mark again. */
export async function removeLogo(ctx: Ctx, actor: Actor): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const before = await lockBranding(sql);
    if (!before.logo) throw new AppError('not_found', message('branding.no_logo'));
    await sql`update branding set logo = null`;
    await sql`delete from logo_files`;
    await appendAudit(sql, { ...by(actor), action: 'branding.logo_removed', details: { logo_before: before.logo.id } });
    await notifyChanged(sql, actor, 'logo');
    afterCommit(sql, () => ctx.branding.keep({ ...before, logo: null }));
  });
}
