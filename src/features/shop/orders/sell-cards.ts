import { randomUUIDv7 } from 'node:crypto';
import { type AuditEntry, appendAudit } from '#platform/audit/append-audit.ts';
import type { Query, Tx } from '#platform/db/client.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import type { Ctx } from '../../ctx.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { markSold } from '../../supply/batches/cards/mark-sold.ts';
import { refuseOwnStock } from '../../supply/sellers/access/refuse-own-stock.ts';
import { type SaleTerms, saleTerms, shareSale } from '../../supply/sellers/shares/share-sale.ts';
import { splitPrice } from '../../supply/sellers/shares/split-price.ts';
import { followSale } from '../cart/swap/follow-sale.ts';
import type { Buyer } from './buying/lock-buyer.ts';
import { RETURN_WINDOW_MS } from './get-order.ts';
import { checkFirstSpend } from './risk-rules/check-first-spend.ts';
import { sealLine } from './seals/seal-line.ts';

export interface TakenCard {
  id: string;
  face_cents: number;
  price_cents: number;
  batch_id: string;
  cost_cents: number | null;
  terms: SaleTerms | null;
}

/** What a buyer asked to have bought once a payment is credited. */
export interface Asked {
  payment_id: string;
  at: string;
  /** To be shown the codes at once, as given then; null if it wasn't. */
  consent: { at: string; version: number } | null;
}

interface Sale {
  order: string;
  user_id: string;
  buyer: Buyer;
  taken: readonly TakenCard[];
  total: number;
  who: Pick<AuditEntry, 'actor_id' | 'address'>;
  asked?: Asked;
}

/** SQL that takes the cards `c` of a condition out of stock, in the order of their ids, with what their sale needs. */
export const takeCards = (sql: Tx, which: Query) =>
  markSold<TakenCard>(
    sql,
    which,
    sql`c.id, c.face_cents, c.price_cents, c.batch_id,
      (select purchase_cost_cents(b.card_cost_cents, b.cost_usd_e9, b.cost_bp, 1, c.face_cents) from batches b
        where b.id = c.batch_id) as cost_cents,
      ${saleTerms(sql)} as terms`,
  );

/** Charges a buyer whose balance is locked for cards that were taken, and writes the order; the same for every way to buy. */
export async function sellCards(ctx: Ctx, sql: Tx, sale: Sale): Promise<void> {
  const { order, user_id, buyer, taken, total, who, asked } = sale;
  // In the order of the cards, by which an order shows its lines.
  const line_ids = taken.map(() => randomUUIDv7()).sort();
  const lines = taken.map((card, at) => ({ ...card, line_id: line_ids[at]! }));
  const ofSellers = lines.flatMap(({ terms, ...line }) => (terms ? [{ ...line, terms }] : []));
  const now = ctx.clock.now();
  await Promise.all([
    refuseOwnStock(
      sql,
      user_id,
      taken.map(({ batch_id }) => batch_id),
    ),
    writeOrder(
      ctx,
      sql,
      { id: order, user_id, total_cents: total, placed_at: now, consent: asked?.consent ?? null },
      lines,
    ),
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
      ...who,
      action: 'order.placed',
      subject: order,
      details: {
        total_cents: total,
        cards: taken.length,
        ...(asked && { payment_id: asked.payment_id, asked_at: asked.at }),
      },
    }),
    publishUserEvent(sql, user_id, 'order', { id: order }),
    followSale(
      sql,
      user_id,
      taken.map(({ id }) => id),
    ),
  ]);
  const { signed_up_at, balance_cents } = buyer;
  await checkFirstSpend(ctx, sql, { user_id, signed_up_at, left_cents: balance_cents - total });
}

/** A seller's card cost the shop the seller's share. */
const costOf = ({ price_cents, cost_cents, terms }: TakenCard) =>
  terms ? splitPrice(price_cents, terms.commission_bp).share_cents : cost_cents;

/** Awaits inside, so that the statement is sent at once: a returned query would wait for its first `then`. */
async function writeOrder(
  { vault }: Ctx,
  sql: Tx,
  order: { id: string; user_id: string; total_cents: number; placed_at: Date; consent: Asked['consent'] },
  lines: readonly (TakenCard & { line_id: string })[],
) {
  const { id, user_id, total_cents, placed_at, consent } = order;
  const seals = lines.map(({ id: card_id, line_id, price_cents }) =>
    sealLine(vault, { order_id: id, line_id, card_id, user_id, price_cents, sold_at: placed_at }).toString('hex'),
  );
  await sql`
    with placed as (
      insert into orders (id, user_id, total_cents, card_count, created_at)
      values (${id}, ${user_id}, ${total_cents}, ${lines.length}, ${placed_at})
    )
    insert into order_lines (id, order_id, card_id, batch_id, face_cents, price_cents, cost_cents,
      guarantee_hours, created_at, consent_at, consent_version, mac)
    select line.id, ${id}, line.card_id, line.batch_id, line.face_cents, line.price_cents, line.cost_cents,
      p.guarantee_hours, ${placed_at}, ${consent?.at ?? null}, ${consent?.version ?? null}, decode(line.mac, 'hex')
    from unnest(${lines.map((c) => c.line_id)}::uuid[], ${lines.map((c) => c.id)}::uuid[],
      ${lines.map((c) => c.batch_id)}::uuid[],
      ${lines.map((c) => c.face_cents)}::bigint[], ${lines.map((c) => c.price_cents)}::bigint[],
      ${lines.map(costOf)}::bigint[], ${seals}::text[])
      as line (id, card_id, batch_id, face_cents, price_cents, cost_cents, mac)
    join batches b on b.id = line.batch_id join programmes p on p.id = b.programme_id`;
}
