import { randomUUIDv7 } from 'node:crypto';
import type { Input } from '#contracts/call.ts';
import type { placeOrder as contract, Order } from '#contracts/orders.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import { type Actor, by, type Ctx } from '../ctx.ts';
import { requireTrustedDevice } from '../factors/step-up/require-trusted-device.ts';
import { publishUserEvent } from '../notifications/publish-user-event.ts';
import { onSale, saleStatus } from '../programmes/on-sale.ts';
import { type SaleTerms, saleTerms, shareSale } from '../sellers/shares/share-sale.ts';
import { splitPrice } from '../sellers/shares/split-price.ts';
import { requireSpendingAllowed } from '../spending/require-spending-allowed.ts';
import { tierLimits } from '../tiers/tier-limits.ts';
import { RETURN_WINDOW_MS, readOrder } from './get-order.ts';
import { checkFirstSpend } from './risk-rules/check-first-spend.ts';

/** What a device that is not trusted may spend within 24 hours. */
const UNCONFIRMED_DEVICE_CENTS = 25_00;

interface TakenCard {
  id: string;
  face_cents: number;
  price_cents: number;
  batch_id: string;
  cost_cents: number | null;
  terms: SaleTerms | null;
}

/**
 * Buys the given cards, or the cart, in one transaction: takes the cards, charges the balance, writes the order. A sold
 * card, a short balance or an exceeded limit rolls everything back.
 */
export async function placeOrder(ctx: Ctx, actor: Actor, { body }: Input<typeof contract>): Promise<{ data: Order }> {
  const { id: user_id } = actor.user;
  return transaction(ctx.sql, async (sql) => {
    const ids = body.ids ? [...new Set(body.ids)] : await cart_ids(sql, user_id);
    if (ids.length === 0) throw invalidField('ids', message('order.cart_empty'));
    // Sent together, run in this order: a buyer's purchases queue at the balance lock, then cards are locked by id.
    const [account, taken] = await Promise.all([
      lockAccount(sql, user_id, ctx.clock.now()),
      takeCards(sql, ctx.clock, ids),
    ]);
    if (account.blocked) await requireSpendingAllowed(sql, user_id);
    if (taken.length < ids.length) throw await offSale(sql, ctx.clock, { ids, taken });
    const total = taken.reduce((sum, card) => sum + card.price_cents, 0);
    const { expected_total_cents: seen } = body;
    if (seen === undefined ? await repriced(sql, user_id, ids) : seen !== total) {
      throw new AppError('conflict', message('order.price_changed', { total: { cents: total } }), {
        total_cents: [String(total)],
      });
    }
    refuseOverLimit(actor, total, account.spent_cents);
    if (account.balance_cents < total) throw tooLittle(total - account.balance_cents);
    if (total + account.spent_cents > UNCONFIRMED_DEVICE_CENTS) await requireTrustedDevice(ctx, sql, actor);
    const order = randomUUIDv7();
    // In the order of the cards, by which an order shows its lines.
    const line_ids = taken.map(() => randomUUIDv7()).sort();
    const lines = taken.map((card, at) => ({ ...card, line_id: line_ids[at]! }));
    const ofSellers = lines.flatMap(({ terms, ...line }) => (terms ? [{ ...line, terms }] : []));
    const now = ctx.clock.now();
    const [, , , , , , data] = await Promise.all([
      writeOrder(sql, { id: order, user_id, total_cents: total, placed_at: now }, lines),
      shareSale(sql, now, RETURN_WINDOW_MS, ofSellers),
      transfer(sql, {
        debit: { kind: 'available', owner_id: user_id, limited: true },
        credit: { kind: 'sales', owner_id: null },
        amount_cents: total,
        kind: 'order',
        reference: order,
        unique_key: `order:${order}`,
      }),
      appendAudit(sql, {
        ...by(actor),
        action: 'order.placed',
        subject: order,
        details: { total_cents: total, cards: taken.length },
      }),
      publishUserEvent(sql, user_id, 'order', { id: order }),
      sql`delete from cart_items where user_id = ${user_id} and card_id = any(${ids})`,
      readOrder(ctx, sql, actor, order),
    ]);
    const { signed_up_at, balance_cents } = account;
    await checkFirstSpend(ctx, sql, { user_id, signed_up_at, left_cents: balance_cents - total });
    return { data };
  });
}

async function cart_ids(sql: Tx, user_id: string): Promise<string[]> {
  const rows = await sql<{ card_id: string }[]>`select card_id from cart_items where user_id = ${user_id} limit 101`;
  return rows.map((row) => row.card_id);
}

async function lockAccount(
  sql: Tx,
  user_id: string,
  now: Date,
): Promise<{ balance_cents: number; spent_cents: number; blocked: boolean; signed_up_at: string }> {
  // The sum needs a snapshot taken after the lock, so it is a separate statement; both share one round trip.
  const [[balance], [spent]] = await Promise.all([
    sql<{ balance_cents: number }[]>`
      select b.balance_cents from ledger_balances b join ledger_accounts a on a.id = b.account_id
      where a.owner_id = ${user_id} and a.kind = 'available' for update of b`,
    sql<{ spent_cents: number; blocked: boolean; signed_up_at: string }[]>`
      select coalesce(sum(total_cents - refunded_cents), 0)::bigint as spent_cents,
        exists (select from spending_blocks where user_id = ${user_id} and lifted_at is null) as blocked,
        (select created_at from users where id = ${user_id}) as signed_up_at
      from orders
      where user_id = ${user_id} and created_at > ${new Date(now.getTime() - 86_400_000)}`,
  ]);
  return { balance_cents: balance?.balance_cents ?? 0, ...spent! };
}

function takeCards(sql: Tx, clock: Clock, ids: string[]) {
  return sql<TakenCard[]>`
    with locked as (
      select c.id from cards c where c.id = any(${ids}) and ${onSale(sql, clock)} order by c.id for update of c
    )
    update cards c set state = 'sold' from locked where c.id = locked.id
    returning c.id, c.face_cents, c.price_cents, c.batch_id,
      (select purchase_cost_cents(b, 1, c.face_cents) from batches b where b.id = c.batch_id) as cost_cents,
      ${saleTerms(sql)} as terms`;
}

/** Whether a price changed since its card was put into the cart; without a cart, in the last hour. */
async function repriced(sql: Tx, user_id: string, ids: string[]): Promise<boolean> {
  const [found] = await sql`
    select from cards c left join cart_items i on i.card_id = c.id and i.user_id = ${user_id}
    where c.id = any(${ids}) and c.price_changed_at > coalesce(i.added_at, now() - interval '1 hour') limit 1`;
  return found !== undefined;
}

async function offSale(
  sql: Tx,
  clock: Clock,
  { ids, taken }: { ids: string[]; taken: TakenCard[] },
): Promise<AppError> {
  const gone = ids.filter((id) => !taken.some((card) => card.id === id));
  const known = await sql<{ status: string }[]>`
    select ${saleStatus(sql, clock)} as status from cards c where c.id = any(${gone}) and c.state not in ('unconfirmed', 'quarantined')`;
  if (known.length < gone.length) return new AppError('not_found', message('order.no_card_on_sale'));
  const sold = known.every(({ status }) => status === 'sold');
  const text = message(sold ? 'order.just_sold' : 'order.off_sale', { count: gone.length });
  return new AppError('invalid', text, { ids: gone });
}

function refuseOverLimit({ user }: Actor, total: number, spent: number): void {
  const limits = tierLimits(user.tier);
  if (total > limits.one_order_cents) {
    throw invalidField('ids', message('order.over_one_limit', { limit: { cents: limits.one_order_cents } }));
  }
  if (total + spent > limits.spend_24h_cents) {
    const left = Math.max(0, limits.spend_24h_cents - spent);
    throw invalidField(
      'ids',
      message('order.over_day_limit', { limit: { cents: limits.spend_24h_cents }, left: { cents: left } }),
    );
  }
}

function tooLittle(missing: number): AppError {
  return new AppError('invalid', message('order.short', { amount: { cents: missing } }), {
    balance: [message('order.missing', { amount: { cents: missing } })],
    missing_cents: [String(missing)],
  });
}

/** A seller's card cost the shop the seller's share. */
const costOf = ({ price_cents, cost_cents, terms }: TakenCard) =>
  terms ? splitPrice(price_cents, terms.commission_bp).share_cents : cost_cents;

/** Awaits inside, so that the statement is sent at once: a returned query would wait for its first `then`. */
async function writeOrder(
  sql: Tx,
  order: { id: string; user_id: string; total_cents: number; placed_at: Date },
  lines: readonly (TakenCard & { line_id: string })[],
) {
  const { id, user_id, total_cents, placed_at } = order;
  await sql`
    with placed as (
      insert into orders (id, user_id, total_cents, card_count, created_at)
      values (${id}, ${user_id}, ${total_cents}, ${lines.length}, ${placed_at})
    )
    insert into order_lines (id, order_id, card_id, batch_id, face_cents, price_cents, cost_cents, created_at)
    select line.id, ${id}, line.card_id, line.batch_id, line.face_cents, line.price_cents, line.cost_cents, ${placed_at}
    from unnest(${lines.map((c) => c.line_id)}::uuid[], ${lines.map((c) => c.id)}::uuid[], ${lines.map((c) => c.batch_id)}::uuid[],
      ${lines.map((c) => c.face_cents)}::bigint[], ${lines.map((c) => c.price_cents)}::bigint[],
      ${lines.map(costOf)}::bigint[])
      as line (id, card_id, batch_id, face_cents, price_cents, cost_cents)`;
}
