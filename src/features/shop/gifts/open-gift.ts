import type { Input, Reply } from '#contracts/call.ts';
import { pagePath } from '#contracts/page-path.ts';
import type { openGift as contract } from '#contracts/shop/gifts.ts';
import { type MessageKey, message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { VaultError } from '#platform/vault/vault-error.ts';
import { by, type Ctx, localeOf, type VaultCtx, type Visitor } from '../../ctx.ts';
import { notify } from '../../messages/notifications/notify.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { openCard } from '../../supply/batches/secrets/card-secret.ts';
import { soldUnder } from '../../supply/programmes/facts/as-sold.ts';
import { requireIssuerLink } from '../../supply/programmes/facts/require-link-host.ts';
import { requireSold, tellingUnsold, UnsoldError } from '../orders/seals/refuse-unsold.ts';
import { type StoredLine, soldLine } from '../orders/seals/sold-lines.ts';
import { readGiftToken } from './gift-token.ts';
import { giftColumns, presentOf } from './read-gifts.ts';
import { isSealedGift } from './seals/seal-gift.ts';

type Present = Omit<Reply<typeof contract>['data'], 'code' | 'pin' | 'url'>;

interface Found {
  id: string;
  order_id: string;
  card_id: string;
  user_id: string;
  /** Its buyer may not sign in. */
  disabled: boolean;
  state: 'open' | 'opened' | 'withdrawn' | 'expired';
  sealed: Uint8Array;
  programme_id: string;
  batch_id: string;
  data_key: Uint8Array;
  card: Present;
  sold: StoredLine;
  mac: Uint8Array | null;
  gift_mac: Uint8Array | null;
}

const refusals: Record<Exclude<Found['state'], 'open'>, MessageKey> = {
  opened: 'gift.link_used',
  withdrawn: 'gift.link_withdrawn',
  expired: 'gift.link_expired',
};

/** Shows a gift's code once to whoever has its link, and tells the buyer. */
export async function openGift(
  ctx: VaultCtx,
  actor: Visitor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const id = readGiftToken(ctx, body.token);
  if (!id) throw invalidField('token', message('gift.link_wrong'));
  return tellingUnsold(ctx, actor, () => open(ctx, actor, id), message('gift.unsold'));
}

function open(ctx: VaultCtx, actor: Visitor, id: string): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const gift = await lockGift(ctx, sql, id, localeOf(actor));
    if (!gift) throw invalidField('token', message('gift.link_wrong'));
    if (gift.state !== 'open') throw new AppError('conflict', message(refusals[gift.state]));
    if (gift.disabled) throw new AppError('conflict', message('gift.link_stopped'));
    if (!isSealedGift(ctx.vault, { id, line_id: gift.sold.line_id }, gift.gift_mac))
      throw new UnsoldError(gift.sold, 'seal');
    requireSold(ctx, gift.sold, gift.mac);
    const { code, pin, url } = unseal(ctx, gift);
    await requireIssuerLink(within(ctx, sql), { programme_id: gift.programme_id, url });
    const now = ctx.clock.now();
    await sql`update gifts set opened_at = ${now}, email = null where id = ${id}`;
    const { card_id, order_id, user_id } = gift;
    const details = { gift_id: id, order_id };
    await appendAudit(sql, { ...by(actor), action: 'gift.opened', subject: card_id, details, at: now });
    await publishUserEvent(sql, user_id, 'order', { id: order_id });
    await notify(sql, user_id, {
      kind: 'gift_opened',
      type: 'info',
      title: message('gift.opened_title'),
      content: message('gift.opened_text', { name: gift.card.programme.name }),
      link: pagePath('/orders/:id', { id: order_id }),
    });
    return { data: { ...gift.card, code, pin, url } };
  });
}

async function lockGift(ctx: Ctx, sql: Db, id: string, locale: string): Promise<Found | undefined> {
  const [gift] = await sql<Found[]>`
    select ${giftColumns(sql, ctx.clock.now())}, g.user_id, u.disabled_at is not null as disabled, c.sealed,
      c.programme_id, c.batch_id,
      b.data_key, l.mac, g.mac as gift_mac, ${soldLine(sql)} as sold, ${presentOf(sql, locale)} as card
    from gifts g join order_lines l on l.id = g.line_id join orders o on o.id = l.order_id
    join cards c on c.id = l.card_id
      join batches b on b.id = c.batch_id join programmes p on p.id = c.programme_id
      join users u on u.id = g.user_id ${soldUnder(sql)}
    where g.id = ${id} for update of g`;
  return gift;
}

function unseal(ctx: VaultCtx, { batch_id, programme_id, card_id, data_key, sealed }: Found) {
  try {
    return openCard(ctx.vault, { card_id, programme_id, batch_id, data_key, sealed });
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    ctx.log.error({ err: error, card_id }, 'a sealed card did not open');
    throw new AppError('unavailable', message('order.sealed'));
  }
}
