import type { Input, Reply } from '#contracts/call.ts';
import type { previewGift as contract } from '#contracts/shop/gifts.ts';
import { message } from '#i18n/message.ts';
import { invalidField } from '#platform/http/errors.ts';
import { localeOf, type VaultCtx, type Visitor } from '../../ctx.ts';
import { findGift, shownUntil, whyShownNoMore } from './links/find-gift.ts';
import { isDeviceOf, readGiftToken } from './links/gift-token.ts';

/** What a gift's page says before its code: nothing but from whom it is where this device can't see the code. */
export async function previewGift(
  ctx: VaultCtx,
  actor: Visitor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const id = readGiftToken(ctx, body.token);
  const gift = id === undefined ? undefined : await findGift(ctx, id, localeOf(actor));
  if (!gift) throw invalidField('token', message('gift.link_wrong'));
  const { opened_at, giver, card, disabled } = gift;
  const own = isDeviceOf(ctx, gift.id, body.device) && !disabled && !whyShownNoMore(ctx, gift);
  const state = disabled && gift.state === 'open' ? 'stopped' : gift.state;
  return {
    data: {
      state,
      giver,
      card: state === 'open' || own ? card : null,
      shown_until: own && opened_at ? shownUntil(new Date(opened_at)) : null,
    },
  };
}
