import type { Input, Reply } from '#contracts/call.ts';
import { pagePath } from '#contracts/page-path.ts';
import type { openGift as contract } from '#contracts/shop/gifts.ts';
import { type MessageKey, message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { VaultError } from '#platform/vault/vault-error.ts';
import { by, localeOf, type VaultCtx, type Visitor } from '../../ctx.ts';
import { notify } from '../../messages/notifications/notify.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { openCard } from '../../supply/batches/secrets/card-secret.ts';
import { requireIssuerLink } from '../../supply/programmes/facts/require-link-host.ts';
import { requireSold, tellingUnsold, UnsoldError } from '../orders/seals/refuse-unsold.ts';
import { type Found, lockGift, shownUntil, whyShownNoMore } from './links/find-gift.ts';
import { deviceToken, isDeviceOf, readGiftToken } from './links/gift-token.ts';
import { isSealedGift } from './seals/seal-gift.ts';

const refusals: Record<Exclude<Found['state'], 'open'>, MessageKey> = {
  opened: 'gift.link_used',
  withdrawn: 'gift.link_withdrawn',
  expired: 'gift.link_expired',
};

/** Shows a gift's code to whoever has its link first, tells the buyer, and shows it to that device again until it is saved. */
export async function openGift(
  ctx: VaultCtx,
  actor: Visitor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const id = readGiftToken(ctx, body.token);
  if (!id) throw invalidField('token', message('gift.link_wrong'));
  return tellingUnsold(ctx, actor, () => open(ctx, actor, id, body.device), message('gift.unsold'));
}

function open(ctx: VaultCtx, actor: Visitor, id: string, device: string | undefined): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const gift = await lockGift(ctx, sql, id, localeOf(actor));
    if (!gift) throw invalidField('token', message('gift.link_wrong'));
    const again = gift.state === 'opened' && isDeviceOf(ctx, id, device);
    if (gift.state !== 'open' && !again) throw new AppError('conflict', message(refusals[gift.state]));
    const ended = again ? whyShownNoMore(ctx, gift) : undefined;
    if (ended) throw ended;
    if (gift.disabled) throw new AppError('conflict', message('gift.link_stopped'));
    if (!isSealedGift(ctx.vault, { id, line_id: gift.sold.line_id }, gift.gift_mac))
      throw new UnsoldError(gift.sold, 'seal');
    requireSold(ctx, gift.sold, gift.mac);
    const { code, pin, url } = await unseal(ctx, sql, gift);
    await requireIssuerLink(within(ctx, sql), { programme_id: gift.programme_id, url });
    const now = ctx.clock.now();
    const { card_id, order_id } = gift;
    const action = again ? 'gift.shown_again' : 'gift.opened';
    const details = { gift_id: id, order_id };
    await appendAudit(sql, { ...by(actor), action, subject: card_id, details, at: now });
    if (!again) await noteOpened(sql, gift, now);
    const shown_until = shownUntil(gift.opened_at ? new Date(gift.opened_at) : now);
    return { data: { ...gift.card, code, pin, url, device: deviceToken(ctx, id), shown_until } };
  });
}

/** Closes the link for everybody else, and tells the buyer. */
async function noteOpened(sql: Db, { id, order_id, user_id, card }: Found, now: Date): Promise<void> {
  await sql`update gifts set opened_at = ${now}, email = null where id = ${id}`;
  await publishUserEvent(sql, user_id, 'order', { id: order_id });
  await notify(sql, user_id, {
    kind: 'gift_opened',
    type: 'info',
    title: message('gift.opened_title'),
    content: message('gift.opened_text', { name: card.programme.name }),
    link: pagePath('/orders/:id', { id: order_id }),
  });
}

async function unseal(ctx: VaultCtx, sql: Db, { batch_id, programme_id, card_id }: Found) {
  const [card] = await sql<{ sealed: Uint8Array; data_key: Uint8Array }[]>`
    select c.sealed, b.data_key from cards c join batches b on b.id = c.batch_id where c.id = ${card_id}`;
  try {
    return openCard(ctx.vault, { card_id, programme_id, batch_id, ...card! });
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    ctx.log.error({ err: error, card_id }, 'a sealed card did not open');
    throw new AppError('unavailable', message('order.sealed'));
  }
}
