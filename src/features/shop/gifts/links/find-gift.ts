import type { Reply } from '#contracts/call.ts';
import { SHOWN_AGAIN_DAYS } from '#contracts/shop/gift-designs.ts';
import type { openGift } from '#contracts/shop/gifts.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Ctx } from '../../../ctx.ts';
import { soldUnder } from '../../../supply/programmes/facts/as-sold.ts';
import { type StoredLine, soldLine } from '../../orders/seals/sold-lines.ts';
import { giftColumns, presentOf } from './read-gifts.ts';

export type Present = Omit<Reply<typeof openGift>['data'], 'code' | 'pin' | 'url' | 'device' | 'shown_until'>;

export interface Found {
  id: string;
  order_id: string;
  card_id: string;
  user_id: string;
  /** Staff closed its buyer's account. */
  disabled: boolean;
  state: 'open' | 'opened' | 'withdrawn' | 'expired';
  /** The card is the buyer's, and not refunded. */
  owned: boolean;
  giver: string;
  opened_at: string | null;
  saved_at: string | null;
  programme_id: string;
  batch_id: string;
  card: Present;
  sold: StoredLine;
  mac: Uint8Array | null;
  gift_mac: Uint8Array | null;
}

/** The gift that a link leads to, as its recipient sees it, with its row locked; for the rest of the caller's transaction. */
export async function lockGift(ctx: Ctx, sql: Db, id: string, locale: string): Promise<Found | undefined> {
  const [gift] = await sql<Found[]>`${selectGift(ctx, sql, locale)} where g.id = ${id} for update of g`;
  return gift;
}

/** The same, without a lock. */
export async function findGift(ctx: Ctx, id: string, locale: string): Promise<Found | undefined> {
  const [gift] = await ctx.sql<Found[]>`${selectGift(ctx, ctx.sql, locale)} where g.id = ${id}`;
  return gift;
}

const selectGift = (ctx: Ctx, sql: Db, locale: string) => sql`
  select ${giftColumns(sql, ctx.clock.now())}, g.saved_at, g.user_id,
    u.disabled_at is not null and u.erased_at is null as disabled,
    c.programme_id, c.batch_id, l.state = 'revealed' as owned, l.mac, g.mac as gift_mac, ${soldLine(sql)} as sold,
    ${presentOf(sql, locale)} as card
  from gifts g join order_lines l on l.id = g.line_id join orders o on o.id = l.order_id
    join cards c on c.id = l.card_id join programmes p on p.id = c.programme_id
    join users u on u.id = g.user_id ${soldUnder(sql)}`;

/** Until when the device that opened a gift at this time can show its code again. */
export const shownUntil = (opened_at: Date): string =>
  new Date(opened_at.getTime() + SHOWN_AGAIN_DAYS * DAY_MS).toISOString();

/** Why a gift that this device opened shows nothing more; undefined while it does. */
export function whyShownNoMore(ctx: Ctx, { opened_at, saved_at, owned }: Found): AppError | undefined {
  if (saved_at) return new AppError('conflict', message('gift.link_saved'));
  if (!owned) return new AppError('conflict', message('gift.link_withdrawn'));
  if (!opened_at || shownUntil(new Date(opened_at)) <= ctx.clock.now().toISOString())
    return new AppError('conflict', message('gift.link_used'));
  return undefined;
}
