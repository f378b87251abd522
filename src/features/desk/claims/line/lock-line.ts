import { message } from '#i18n/message.ts';
import type { Db, Query } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { guaranteeEnd, openOutage } from '../../../shop/orders/guarantee/read-card-facts.ts';

export interface SoldLine {
  line_id: string;
  order_id: string;
  card_id: string;
  batch_id: string;
  user_id: string;
  /** The buyer deleted their account. */
  erased: boolean;
  state: 'delivered' | 'revealed' | 'returned' | 'refunded';
  price_cents: number;
  sold_at: string;
  revealed_at: string | null;
  /** Later by as long as the issuer hasn't been able to answer so far. */
  guarantee_ends_at: string | null;
  claim_id: string | null;
  /** Support refunded some of its order by hand, perhaps for this card. */
  refunded_by_hand: boolean;
  has_adapter: boolean;
}

/** SQL that reads sold cards; a condition on `l`, `o` or `r` follows. */
const selectLines = (sql: Db, now: Date) => sql`
  select l.id as line_id, l.order_id, l.card_id, l.batch_id, r.user_id, u.erased_at is not null as erased, l.state,
    l.price_cents, l.created_at as sold_at,
    l.revealed_at, ${guaranteeEnd(sql, now)} as guarantee_ends_at, p.adapter_url is not null as has_adapter,
    (select id from claims where line_id = l.id) as claim_id,
    exists (select from balance_adjustments where order_id = r.id) as refunded_by_hand
  from order_lines l join orders r on r.id = l.order_id join users u on u.id = r.user_id
  join cards c on c.id = l.card_id
  join programmes p on p.id = c.programme_id ${openOutage(sql)}`;

/** A buyer's own card of an order; `lock` until the transaction ends. */
export async function findLine(
  sql: Db,
  now: Date,
  { order_id, card_id, user_id, lock = false }: { order_id: string; card_id: string; user_id: string; lock?: boolean },
): Promise<SoldLine> {
  const own = sql`r.id = ${order_id} and r.user_id = ${user_id} and l.card_id = ${card_id}`;
  if (lock) await lockWithBalance(sql, own);
  const [line] = await sql<SoldLine[]>`${selectLines(sql, now)} where ${own}`;
  if (!line) throw new AppError('not_found', message('order.no_such_card'));
  return line;
}

/** The card of a claim, locked with its order. */
export async function lockLine(sql: Db, now: Date, line_id: string): Promise<SoldLine> {
  const own = sql`l.id = ${line_id}`;
  await lockWithBalance(sql, own);
  const [line] = await sql<[SoldLine]>`${selectLines(sql, now)} where ${own}`;
  return line;
}

/** The balance of the buyer first, then the order: what is read next tells whether the account is erased, until the end. */
async function lockWithBalance(sql: Db, own: Query): Promise<void> {
  await sql`
    select from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where a.kind = 'available' and a.owner_id = (
      select r.user_id from order_lines l join orders r on r.id = l.order_id where ${own})
    for update of b`;
  await sql`select from order_lines l join orders r on r.id = l.order_id where ${own} for update of r, l`;
}
