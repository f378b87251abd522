import { HOUR_MS } from '#contracts/time-units.ts';
import type { Tx } from '#platform/db/client.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import { COMMISSION, SALES, sellerAccount } from './seller-account.ts';
import { splitPrice } from './split-price.ts';

/** The terms of a card's seller as they are at its sale. */
export interface SaleTerms {
  seller_id: string;
  commission_bp: number;
  returns_borne_by: 'seller' | 'shop';
  reserve_bp: number;
  reserve_days: number;
  guarantee_hours: number;
}

export interface SellersLine {
  line_id: string;
  price_cents: number;
  terms: SaleTerms;
}

/** SQL for the terms of a card `c` that is being sold; null for the shop's own stock. */
export const saleTerms = (sql: Tx) => sql`
  (select jsonb_build_object('seller_id', s.id, 'commission_bp', s.commission_bp,
    'returns_borne_by', s.returns_borne_by,
      'reserve_bp', s.reserve_bp, 'reserve_days', s.reserve_days, 'guarantee_hours', p.guarantee_hours)
    from batches b join sellers s on s.id = b.seller_id join programmes p on p.id = b.programme_id
    where b.id = c.batch_id)`;

/**
 * Splits what was paid for sellers' cards, in the checkout's own transaction. The accounts are sums, so checkouts don't
 * wait for each other. A card that nobody reveals is due when the guarantee of one revealed on the last day of return ends.
 */
export async function shareSale(
  sql: Tx,
  sold_at: Date,
  returnable_ms: number,
  lines: readonly SellersLine[],
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ line_id, price_cents, terms }) => ({
    line_id,
    price_cents,
    ...terms,
    ...splitPrice(price_cents, terms.commission_bp),
    sold_at,
    due_at: new Date(sold_at.getTime() + returnable_ms + terms.guarantee_hours * HOUR_MS),
  }));
  await Promise.all([
    insert(sql, rows),
    ...rows.flatMap(({ line_id, seller_id, share_cents, commission_cents }) => [
      post(sql, line_id, 'seller_sale', sellerAccount('seller_pending', seller_id), share_cents),
      post(sql, line_id, 'seller_commission', COMMISSION, commission_cents),
    ]),
  ]);
}

/** Awaits inside, so that the statement is sent in its turn: after the order lines, before the transfers. */
async function insert(sql: Tx, rows: readonly Record<string, string | number | Date>[]): Promise<void> {
  await sql`insert into seller_lines ${sql(rows)}`;
}

const post = async (sql: Tx, line_id: string, kind: string, credit: typeof SALES, amount_cents: number) =>
  amount_cents > 0 &&
  transfer(sql, { debit: SALES, credit, amount_cents, kind, reference: line_id, unique_key: `${kind}:${line_id}` });
