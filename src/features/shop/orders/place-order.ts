import { randomUUIDv7 } from 'node:crypto';
import type { Input } from '#contracts/call.ts';
import type { placeOrder as contract, Order } from '#contracts/shop/orders.ts';
import { type Message, message } from '#i18n/message.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { forgetRequests } from '#platform/http/run-idempotently.ts';
import { termsPending } from '../../content/legal/terms-pending.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { requireSpendingAllowed } from '../../customers/spending/require-spending-allowed.ts';
import { countryBar, refuseBar } from '../../customers/tiers/country/country-bar.ts';
import { requireTrustedDevice } from '../../identity/factors/step-up/require-trusted-device.ts';
import { onSale, saleStatus } from '../../supply/programmes/catalogue/on-sale.ts';
import { exceededBySpending, spendingLiftedAt } from '../cart/limits/exceeded-limits.ts';
import { dropLines } from '../cart/swap/drop-lines.ts';
import { lockEqual } from '../cart/swap/lock-equal.ts';
import { type ValueLine, valueLines } from '../cart/swap/value-lines.ts';
import { lockBuyer } from './buying/lock-buyer.ts';
import { tooLittle } from './buying/too-little.ts';
import { readOrder } from './get-order.ts';
import { notifyBought } from './messages/notify-bought.ts';
import { sellCards, type TakenCard, takeCards } from './sell-cards.ts';

/** What a device that is not trusted may spend within 24 hours. */
export const UNCONFIRMED_DEVICE_CENTS = 25_00;

interface Purchase {
  user_id: string;
  ids: readonly string[];
  taken: readonly TakenCard[];
}

/**
 * Buys the given cards, or the cart, in one transaction: takes the cards, charges the balance, writes the order. A sold
 * card without an equal one, a short balance or an exceeded limit rolls everything back.
 */
export async function placeOrder(ctx: Ctx, actor: Actor, { body }: Input<typeof contract>): Promise<{ data: Order }> {
  const { id: user_id } = actor.user;
  return transaction(ctx.sql, async (sql) => {
    const ids = body.ids ? [...new Set(body.ids)] : await cart_ids(sql, user_id);
    if (ids.length === 0) throw invalidField('ids', message('order.cart_empty'));
    // Sent together, run in this order: a buyer's purchases queue at the balance lock, then cards are locked by id.
    const [, buyer, exact] = await Promise.all([
      // The planner would plan every statement anew for each list of cards, which costs as much as taking them.
      sql`set local plan_cache_mode = force_generic_plan`,
      lockBuyer(sql, user_id, ctx.clock.now()),
      takeCards(sql, sql`c.id = any(${ids}) and ${onSale(sql, ctx.clock)}`),
    ]);
    if (buyer.blocked) await requireSpendingAllowed(sql, user_id);
    if (buyer.terms_pending) throw termsPending();
    refuseBar(countryBar(ctx.config, ctx.clock.now(), { ...buyer, tier: actor.user.tier }));
    const purchase = { user_id, ids, taken: exact };
    const taken = exact.length < ids.length ? await takeEqual(ctx, sql, purchase) : exact;
    const total = taken.reduce((sum, card) => sum + card.price_cents, 0);
    const { expected_total_cents: seen } = body;
    const isAsSeen =
      seen === undefined
        ? !(await repriced(sql, purchase))
        : seen === total || (await fellBySwaps(ctx, sql, { ...purchase, taken, seen, total }));
    if (!isAsSeen) {
      throw new AppError('conflict', message('order.price_changed', { total: { cents: total } }), {
        total_cents: [String(total)],
      });
    }
    const now = ctx.clock.now();
    await refuseOverLimit(sql, actor, { now, total, spent: buyer.spent_cents, cards: taken.length });
    if (buyer.balance_cents < total) throw await tooLittle(sql, { user_id, now, missing: total - buyer.balance_cents });
    if (total + buyer.spent_cents > UNCONFIRMED_DEVICE_CENTS) await requireTrustedDevice(ctx, sql, actor);
    const order = randomUUIDv7();
    const [, lines, data] = await Promise.all([
      sellCards(ctx, sql, { order, user_id, buyer, taken, total, who: by(actor) }),
      dropLines(sql, user_id, ids),
      readOrder(ctx, sql, actor, order),
    ]);
    if (lines.some(({ by_value }) => by_value)) await forgetRequests(sql, user_id);
    await notifyBought(sql, user_id, data);
    return { data };
  });
}

async function cart_ids(sql: Tx, user_id: string): Promise<string[]> {
  const rows = await sql<{ card_id: string }[]>`select card_id from cart_items where user_id = ${user_id} limit 101`;
  return rows.map((row) => row.card_id);
}

/** Whether a price changed since its card was put into the cart; without a cart, in the last hour. */
async function repriced(sql: Tx, { user_id, taken }: Purchase): Promise<boolean> {
  const [found] = await sql`
    select from cards c left join cart_items i on i.card_id = c.id and i.user_id = ${user_id}
    where c.id = any(${taken.map(({ id }) => id)}) and case
      when i.max_price_cents is null then c.price_changed_at > coalesce(i.added_at, now() - interval '1 hour')
      else c.price_cents > i.max_price_cents end limit 1`;
  return found !== undefined;
}

/** Takes an equal card for each line added by value whose own is gone. Refuses where there is none, and for other cards. */
async function takeEqual(ctx: Ctx, sql: Tx, { user_id, ids, taken }: Purchase): Promise<TakenCard[]> {
  const gone = new Set(ids).difference(new Set(taken.map(({ id }) => id)));
  const found: string[] = [];
  for (const line of await valueLines(sql, ctx.clock, user_id)) {
    const asked = [...gone].find((id) => standsFor(line, id));
    const equal = asked && (await lockEqual(sql, ctx.clock, { user_id, line, except: [...ids, ...found] }));
    if (!equal) continue;
    found.push(equal);
    gone.delete(asked);
  }
  if (gone.size > 0) throw await offSale(sql, ctx.clock, [...gone]);
  return [...taken, ...(await takeCards(sql, sql`c.id = any(${found})`))];
}

/** Whether the total is below what the buyer saw only because equal cards took the place of others. */
async function fellBySwaps(
  ctx: Ctx,
  sql: Tx,
  { user_id, ids, taken, seen, total }: Purchase & { seen: number; total: number },
): Promise<boolean> {
  if (total > seen) return false;
  const lines = await valueLines(sql, ctx.clock, user_id);
  const maxPrices = ids.map((id) => {
    const line = lines.find((each) => standsFor(each, id));
    // A line that was removed just now counts for nothing.
    return line
      ? Math.max(line.max_price_cents, line.price_cents)
      : (taken.find((card) => card.id === id)?.price_cents ?? 0);
  });
  return seen <= maxPrices.reduce((sum, cents) => sum + cents, 0);
}

const standsFor = ({ card_id, replaced }: ValueLine, id: string) => card_id === id || replaced.includes(id);

async function offSale(sql: Tx, clock: Clock, gone: string[]): Promise<AppError> {
  const known = await sql<{ status: string }[]>`
    select ${saleStatus(sql, clock)} as status from cards c
    where c.id = any(${gone}) and c.state not in ('unconfirmed', 'quarantined')`;
  if (known.length < gone.length) return new AppError('not_found', message('order.no_card_on_sale'));
  const sold = known.every(({ status }) => status === 'sold');
  const text = message(sold ? 'order.just_sold' : 'order.off_sale', { count: gone.length });
  return new AppError('invalid', text, { ids: gone });
}

async function refuseOverLimit(
  sql: Tx,
  { user }: Actor,
  { now, total, spent, cards }: { now: Date; total: number; spent: number; cards: number },
): Promise<void> {
  const [firstExceeded] = exceededBySpending(total, { tier: user.tier, spent_24h_cents: spent });
  if (!firstExceeded) return;
  const { limit, limit_cents, left_cents, over_cents, next } = firstExceeded;
  const amounts = { limit: { cents: limit_cents }, left: { cents: left_cents } };
  const higher = next && { tier: next.tier, limit: { cents: next.limit_cents } };
  if (limit === 'one_order') {
    const text = message(cards === 1 ? 'order.card_over_limit' : 'order.over_one_limit', amounts);
    throw limitError(text, [higher && message('order.tier_allows_order', higher)]);
  }
  const at = await spendingLiftedAt(sql, { user_id: user.id, now, over_cents });
  throw limitError(message('order.over_day_limit', amounts), [
    at && message('order.day_limit_lifted', { at: { at } }),
    higher && message('order.tier_allows_day', higher),
  ]);
}

/** `tier` tells programs, and the pages, that a higher tier would help, or what else. */
function limitError(text: Message, lifted_by: (Message | '' | null)[]): AppError {
  const helps = lifted_by.filter((one) => one !== null && one !== '');
  return new AppError('invalid', text, { ids: [text], tier: helps.length ? helps : [text] });
}
