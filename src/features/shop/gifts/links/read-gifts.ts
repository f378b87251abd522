import type { Reply } from '#contracts/call.ts';
import type { Gift, getGift } from '#contracts/shop/gifts.ts';
import { message } from '#i18n/message.ts';
import type { Db, Query as Part } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, type Ctx, localeOf } from '../../../ctx.ts';
import { programmeAsSold, soldUnder } from '../../../supply/programmes/facts/as-sold.ts';
import { giftPath } from './gift-token.ts';

/** SQL for the columns of a gift `g` of a line `l`; a refunded card is no gift any more. */
export const giftColumns = (sql: Db, now: Date) => sql`
  g.id, l.order_id, l.card_id, g.giver, g.message, g.design, g.mailed, g.email is not null as unsent,
  g.created_at, g.send_at, g.expires_at, g.opened_at, case
    when g.withdrawn_at is not null then 'withdrawn' when g.opened_at is not null then 'opened'
    when l.state <> 'revealed' then 'withdrawn' when g.expires_at <= ${now} then 'expired' else 'open' end as state`;

/** SQL for what a gift of card `c` of programme `p` shows before its code; `soldUnder` is joined. */
export const presentOf = (sql: Db, locale: string) => sql`json_build_object(
  'level', p.level, 'country', p.country, 'currency', p.currency, 'face_cents', l.face_cents,
  'expires_on', c.expires_on, 'giver', g.giver, 'message', g.message, 'design', g.design, 'programme', ${programmeAsSold(sql, locale)})`;

type Printable = Reply<typeof getGift>['data'];

/** The buyer's gift with its link while that shows something; 404 for anyone else's. */
export async function readGift(ctx: Ctx, sql: Db, actor: Actor, id: string): Promise<Printable> {
  const [gift] = await readPrintable(ctx, sql, actor, sql`g.id = ${id}`);
  if (!gift) throw new AppError('not_found', message('gift.not_found'));
  return gift;
}

/** The gifts of an order that nobody opened yet, as its cards stand in it. */
export async function readLinks(ctx: Ctx, sql: Db, actor: Actor, order_id: string): Promise<Printable[]> {
  const gifts = await readPrintable(ctx, sql, actor, sql`l.order_id = ${order_id}`);
  return gifts.filter(({ state }) => state === 'open');
}

async function readPrintable(ctx: Ctx, sql: Db, actor: Actor, which: Part): Promise<Printable[]> {
  const gifts = await sql<Omit<Printable, 'url'>[]>`
    select ${giftColumns(sql, ctx.clock.now())}, ${presentOf(sql, localeOf(actor))} as card
    from gifts g join order_lines l on l.id = g.line_id join cards c on c.id = l.card_id
    join programmes p on p.id = c.programme_id
      ${soldUnder(sql)}
    where ${which} and g.user_id = ${actor.user.id} order by l.id`;
  return gifts.map((gift) => ({
    ...gift,
    url: gift.state === 'open' ? ctx.config.public_url + giftPath(ctx, gift.id) : null,
  }));
}

/** The latest gift of each card of an order. */
export const readGifts = (sql: Db, now: Date, { user_id, order_id }: { user_id: string; order_id: string }) =>
  sql<Gift[]>`
    select distinct on (g.line_id) ${giftColumns(sql, now)} from gifts g join order_lines l on l.id = g.line_id
    where l.order_id = ${order_id} and g.user_id = ${user_id} order by g.line_id, g.id desc`;
