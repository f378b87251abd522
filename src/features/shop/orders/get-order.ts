import type { Input } from '#contracts/call.ts';
import type { getOrder as contract, Order } from '#contracts/shop/orders.ts';
import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import { REVEAL_DELAY_MS, tierLimits } from '../../customers/tiers/tier-limits.ts';
import { programmeAsSold, soldUnder } from '../../supply/programmes/facts/as-sold.ts';
import { readCardFacts } from './guarantee/read-card-facts.ts';

/**
 * Fourteen whole days after the day of the purchase (2011/83/EU, art. 9 with Regulation 1182/71), in whichever zone the
 * buyer lives, and though a clock is put back in between.
 */
export const RETURN_WINDOW_MS = 15 * DAY_MS + HOUR_MS;

/** A buyer's order with its cards; 404 for anyone else's. */
export async function readOrder(ctx: Ctx, sql: Db, actor: Actor, id: string): Promise<Order> {
  const now = ctx.clock.now().getTime();
  const [[found], facts] = await Promise.all([readRow(sql, actor, id), readCardFacts(sql, ctx.clock.now(), id)]);
  if (!found) throw new AppError('not_found', message('order.not_found'));
  const { spent_24h_cents, rest_cents, ...row } = found;
  const placed = Date.parse(row.created_at);
  const revealable = revealableAt({ created_at: row.created_at, spent_24h_cents }, actor.user.tier);
  for (const card of row.cards) {
    Object.assign(card, facts.get(card.id));
    card.consent_at = card.consent_at && new Date(card.consent_at).toISOString();
    card.revealed_at = card.revealed_at && new Date(card.revealed_at).toISOString();
    card.returned_at = card.returned_at && new Date(card.returned_at).toISOString();
    card.return_cents = Math.min(card.price_cents, rest_cents);
    const returnable = card.state === 'delivered' && card.return_cents > 0 && now < placed + RETURN_WINDOW_MS;
    card.returnable_until = returnable ? new Date(placed + RETURN_WINDOW_MS).toISOString() : null;
    card.revealable_at = card.state === 'delivered' && revealable > now ? new Date(revealable).toISOString() : null;
  }
  return row;
}

/** Awaits inside, so that the statement is sent at once: a returned query would wait for its first `then`. */
async function readRow(sql: Db, actor: Actor, id: string) {
  return await sql<(Order & { spent_24h_cents: number; rest_cents: number })[]>`
    select o.id, o.number, o.status, o.total_cents, o.created_at, ${spentUntil(sql, sql`o`)} as spent_24h_cents,
      order_rest(o) as rest_cents, (
      select json_agg(json_build_object(
        'id', c.id, 'level', p.level, 'country', p.country, 'currency', p.currency, 'face_cents', l.face_cents,
        'price_cents', l.price_cents, 'expires_on', c.expires_on, 'state', l.state, 'consent_at', l.consent_at,
        'revealed_at', l.revealed_at,
        'returned_at', l.returned_at, 'programme', ${programmeAsSold(sql, localeOf(actor))}
      ) order by l.id)
      from order_lines l join cards c on c.id = l.card_id join programmes p on p.id = c.programme_id
        ${soldUnder(sql)} where l.order_id = o.id
    ) as cards
    from orders o where o.id = ${id} and o.user_id = ${actor.user.id}`;
}

/** SQL for what its buyer spent in the 24 hours up to an order, refunds deducted. */
export const spentUntil = (sql: Db, o: ReturnType<Db>) => sql`(
  select sum(p.total_cents - p.refunded_cents)::bigint from orders p
  where p.user_id = ${o}.user_id and p.created_at > ${o}.created_at - interval '24 hours'
    and (p.created_at, p.id) <= (${o}.created_at, ${o}.id))`;

/** From when (ms) an order's codes can be revealed: a new account waits once its orders of a day exceed its limit. */
export function revealableAt(
  { created_at, spent_24h_cents }: { created_at: string; spent_24h_cents: number },
  tier: number,
): number {
  const above = tierLimits(tier).delayed_reveal_above_cents;
  return Date.parse(created_at) + (above !== null && spent_24h_cents > above ? REVEAL_DELAY_MS : 0);
}

export async function getOrder(ctx: Ctx, actor: Actor, { params }: Input<typeof contract>): Promise<{ data: Order }> {
  return { data: await readOrder(ctx, ctx.sql, actor, params.id) };
}
