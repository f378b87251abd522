import { randomUUIDv7 } from 'node:crypto';
import { pagePath } from '#contracts/page-path.ts';
import type { Preorder } from '#contracts/shop/preorders.ts';
import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import type { Ctx } from '../../../ctx.ts';
import { settleDebt } from '../../../customers/spending/settle-debt.ts';
import { countryBar } from '../../../customers/tiers/country/country-bar.ts';
import { tierLimits } from '../../../customers/tiers/tier-limits.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import { type Buyer, lockBuyer } from '../../orders/buying/lock-buyer.ts';
import { revealableAt } from '../../orders/get-order.ts';
import { notifyWhenReady } from '../../orders/messages/notify-when-ready.ts';
import { sellCards, takeCards } from '../../orders/sell-cards.ts';
import { reservedAccount } from '../money/reserved-account.ts';
import { isFit } from './is-fit.ts';
import { skipPreorder } from './skip-preorder.ts';

export interface Due {
  id: string;
  user_id: string;
}

interface Open {
  id: string;
  user_id: string;
  programme: string;
  highest_price_cents: number;
  tier: number;
  may_sign_in: boolean;
  skipped: boolean;
}

/**
 * Buys the cards allotted to a pre-order, as far as its buyer's limits let it, in one transaction and as one order.
 * The released money is charged at once; what a card costs less than the highest price stays released.
 */
export async function fillPreorder(
  ctx: Ctx,
  { id, user_id }: Due,
): Promise<'filled' | 'partly' | 'skipped' | 'nothing'> {
  return transaction(ctx.sql, async (sql) => {
    const now = ctx.clock.now();
    // Sent together, run in this order: the locks of a checkout, then that of the pre-order.
    const [buyer, locked, [open]] = await Promise.all([
      lockBuyer(sql, user_id, now),
      lockAllotted(sql, id),
      sql<Open[]>`
      select p.id, p.user_id, g.name as programme, p.highest_price_cents, p.skip_reason is not null as skipped,
        u.tier, u.disabled_at is null and u.activated_at is not null as may_sign_in
      from preorders p join programmes g on g.id = p.programme_id join users u on u.id = p.user_id
      where p.id = ${id} and p.state in ('open', 'part_filled') and p.retry_at is null
        and p.expires_on >= ${now.toISOString().slice(0, 10)}::date for no key update of p`,
    ]);
    const owed = open ? await readOwed(ctx, sql, id, locked) : [];
    if (!open || owed.length === 0) return 'nothing';
    const barred = countryBar(ctx.config, now, { ...buyer, tier: open.tier }) !== null;
    const served = barred ? 'country' : affordable(owed, open, buyer);
    if (typeof served === 'string') {
      await skipPreorder(sql, open, served, now);
      return 'skipped';
    }
    await buy(ctx, sql, open, { buyer, ids: served });
    return served.length < owed.length ? 'partly' : 'filled';
  });
}

interface Owed {
  id: string;
  price_cents: number;
  /** Its batch is one that the buyer handles or sells. */
  own: boolean;
}

/** Awaits inside, so that it is sent in its turn. */
async function lockAllotted(sql: Tx, id: string): Promise<string[]> {
  const locked = await sql<{ id: string }[]>`
    select c.id from cards c where c.id in (select card_id from preorder_allotments where preorder_id = ${id})
    order by c.id for update of c`;
  return locked.map((card) => card.id);
}

/** Which of the locked cards are still owed: a card's allotment changes only under its lock. */
async function readOwed(ctx: Ctx, sql: Tx, id: string, locked: string[]): Promise<Owed[]> {
  return sql<Owed[]>`
    select c.id, c.price_cents, self_dealing(p.user_id, c.batch_id) is not null as own from preorder_allotments a
    join cards c on c.id = a.card_id
    join preorders p on p.id = a.preorder_id
    where a.preorder_id = ${id} and c.id = any(${locked}) and ${isFit(sql, ctx.clock)}
    order by c.price_cents, c.id`;
}

/** The cards that this buyer may buy in one order now, else why there are none. */
function affordable(
  owed: readonly Owed[],
  { tier, may_sign_in }: Open,
  { blocked, spent_cents }: Buyer,
): string[] | NonNullable<Preorder['skip_reason']> {
  if (blocked) return 'blocked';
  if (!may_sign_in) return 'account';
  const { one_order_cents, spend_24h_cents } = tierLimits(tier);
  const room = Math.min(one_order_cents, spend_24h_cents - spent_cents);
  const ids: string[] = [];
  let sum = 0;
  const others = owed.filter(({ own }) => !own);
  if (others.length === 0) return 'own_stock';
  for (const { id, price_cents } of others) {
    sum += price_cents;
    if (sum > room) break;
    ids.push(id);
  }
  if (ids.length > 0) return ids;
  return others[0]!.price_cents > one_order_cents ? 'order_limit' : 'day_limit';
}

async function buy(
  ctx: Ctx,
  sql: Tx,
  open: Open,
  { buyer, ids }: { buyer: Buyer; ids: readonly string[] },
): Promise<void> {
  const { id, user_id, highest_price_cents, programme, tier } = open;
  const now = ctx.clock.now();
  const taken = await takeCards(sql, sql`c.id = any(${[...ids]}) and c.state = 'paused'`);
  const total = taken.reduce((sum, { price_cents }) => sum + price_cents, 0);
  const released = taken.length * highest_price_cents;
  const order = randomUUIDv7();
  const left = { ...buyer, balance_cents: buyer.balance_cents + released };
  const ready = revealableAt({ created_at: now.toISOString(), spent_24h_cents: buyer.spent_cents + total }, tier);
  await Promise.all([
    transfer(sql, {
      debit: reservedAccount(user_id),
      credit: { kind: 'available', owner_id: user_id, limited: true },
      amount_cents: released,
      kind: 'preorder_released',
      reference: id,
      unique_key: `preorder:${id}:${order}`,
    }),
    sellCards(ctx, sql, { order, user_id, buyer: left, taken, total, who: { actor_id: null } }),
    sql`delete from preorder_allotments where card_id = any(${[...ids]})`,
    sql`
      insert into preorder_fills (order_id, preorder_id, cards, spent_cents)
      values (${order}, ${id}, ${taken.length}, ${total})`,
    sql`
      update preorders set filled = filled + ${taken.length}, spent_cents = spent_cents + ${total}, skip_reason = null,
        skipped_at = null, state = case when filled + ${taken.length} = quantity then 'filled' else 'part_filled' end,
        ended_at = case when filled + ${taken.length} = quantity then ${now}::timestamptz end
      where id = ${id}`,
    publishUserEvent(sql, user_id, 'preorder', { id }),
    notify(sql, user_id, {
      kind: 'preorder_filled',
      type: 'success',
      title: message('preorder.filled.title'),
      content: message('preorder.filled.text', { count: taken.length, programme, total: { cents: total } }),
      link: pagePath('/orders/:id', { id: order }),
    }),
    ready > now.getTime() && notifyWhenReady(sql, order, new Date(ready)),
  ]);
  if (released > total) await settleDebt(sql, now, user_id);
}
