import type { Input, Reply } from '#contracts/call.ts';
import type { changeContact as contract } from '#contracts/supply/sellers.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { queueMail } from '../../messages/mail/queue-mail.ts';
import { inForceFrom } from './seller/in-force-from.ts';
import { lockSeller } from './seller/lock-seller.ts';
import { readSeller } from './seller/read-sellers.ts';

/** Changes whom we write to about a seller. It counts after three days, so that the old contact can object. */
export async function changeContact(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id }, body: { contact_email, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const seller = await lockSeller(sql, id);
    if (seller.state === 'ended') throw new AppError('conflict', message('seller.is_ended'));
    const now = ctx.clock.now();
    const in_force_from = await inForceFrom(ctx, sql, seller);
    const row = { seller_id: id, email: contact_email, set_by: actor.user.id, set_at: now, in_force_from };
    const [{ id: contact_id }] = await sql<[{ id: string }]>`insert into seller_contacts ${sql(row)} returning id`;
    await appendAudit(sql, {
      ...by(actor),
      action: 'seller.contact_changed',
      subject: id,
      details: { contact_id, reason },
    });
    await queueMail(sql, 'seller_contact', { contact_id });
    return readSeller(ctx, sql, actor, id);
  });
  return { data };
}
