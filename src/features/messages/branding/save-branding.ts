import type { Input } from '#contracts/call.ts';
import {
  accentContrast,
  type saveBranding as contract,
  isReadable,
  type Mode,
  nearestReadable,
} from '#contracts/messages/branding.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { afterCommit } from '#platform/db/after-commit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { lockBranding } from './create-branding.ts';
import { notifyChanged } from './notify-changed.ts';

/** Changes how the shop is called and coloured; the audit log keeps both. A colour in which text can't be read is refused. */
export async function saveBranding(ctx: Ctx, actor: Actor, { body }: Input<typeof contract>): Promise<undefined> {
  refuseFaint('accent_light', body.accent_light, 'light');
  refuseFaint('accent_dark', body.accent_dark, 'dark');
  const { name, accent_light, accent_dark, footer, mail_header } = body;
  await transaction(ctx.sql, async (sql) => {
    const before = await lockBranding(sql);
    const changed = (Object.keys(body) as (keyof typeof body)[]).filter((field) => body[field] !== before[field]);
    if (changed.length === 0) return;
    await sql`
      update branding set name = ${name}, accent_light = ${accent_light}, accent_dark = ${accent_dark},
        footer = ${footer}, mail_header = ${mail_header}`;
    const earlier = Object.fromEntries(changed.map((field) => [`${field}_before`, before[field]]));
    await appendAudit(sql, { ...by(actor), action: 'branding.saved', details: { ...body, ...earlier } });
    await notifyChanged(sql, actor, 'words');
    afterCommit(sql, () => ctx.branding.keep({ ...before, ...body }));
  });
}

function refuseFaint(field: 'accent_light' | 'accent_dark', accent: string, mode: Mode): void {
  if (isReadable(accent, mode)) return;
  const ratio = Math.floor(accentContrast(accent, mode) * 10) / 10;
  throw invalidField(field, message('branding.faint', { ratio, nearest: nearestReadable(accent, mode) }));
}
