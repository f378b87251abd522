import type { Input } from '#contracts/call.ts';
import type { saveGift as contract } from '#contracts/shop/gifts.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { by, type VaultCtx, type Visitor } from '../../ctx.ts';
import { isDeviceOf, readGiftToken } from './links/gift-token.ts';

/** Ends that the device which opened a gift can show its code; a second time changes nothing. */
export async function saveGift(ctx: VaultCtx, actor: Visitor, { body }: Input<typeof contract>): Promise<undefined> {
  const id = readGiftToken(ctx, body.token);
  if (!id || !isDeviceOf(ctx, id, body.device)) throw invalidField('token', message('gift.link_wrong'));
  await transaction(ctx.sql, async (sql) => {
    const [saved] = await sql<{ card_id: string; order_id: string }[]>`
      update gifts g set saved_at = ${ctx.clock.now()} from order_lines l
      where g.id = ${id} and l.id = g.line_id and g.opened_at is not null and g.saved_at is null
      returning l.card_id, l.order_id`;
    if (!saved) return;
    const { card_id, order_id } = saved;
    await appendAudit(sql, {
      ...by(actor),
      action: 'gift.saved',
      subject: card_id,
      details: { gift_id: id, order_id },
    });
  });
}
