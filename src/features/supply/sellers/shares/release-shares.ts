import { DAY_MS } from '#contracts/time-units.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import type { Ctx } from '../../../ctx.ts';
import { sellerAccount } from './seller-account.ts';

const AT_ONCE = 200;
/** Shares released per sweep; the next sweep continues. */
const ROUNDS = 100;

interface Due {
  line_id: string;
  seller_id: string;
  share_cents: number;
  reserve_bp: number;
  reserve_days: number;
}

/**
 * Makes money available after its guarantee (P6), and releases reserves that are due. Cards called unusable or claimed wait,
 * so do paused batches (P5) and sellers who sell to few buyers (P15); guarantees stand still while an issuer can't be asked.
 */
export async function releaseShares(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  for (let round = 0; round < ROUNDS; round++) {
    if ((await transaction(ctx.sql, (sql) => releaseDue(sql, now))) < AT_ONCE) break;
  }
  for (let round = 0; round < ROUNDS; round++) {
    if ((await transaction(ctx.sql, (sql) => releaseReserves(sql, now))) < AT_ONCE) break;
  }
}

async function releaseDue(sql: Tx, now: Date): Promise<number> {
  const due = await sql<Due[]>`
    select s.line_id, s.seller_id, s.share_cents, s.reserve_bp, s.reserve_days
    from seller_lines s join sold_cards l on l.line_id = s.line_id join cards c on c.id = l.card_id
    join batches b on b.id = l.batch_id
    where s.state = 'pending' and s.due_at <= ${now}
      and not exists (select from seller_waits w where w.seller_id = s.seller_id and w.released_at is null)
      and c.unusable_at is null and b.state <> 'paused'
      and not exists (select from claimed_lines where line_id = s.line_id and state in ('waiting', 'open'))
      and not exists (select from issuer_outages o
        where o.programme_id = c.programme_id and o.ended_at is null and o.began_at < s.due_at and l.state = 'revealed')
    order by s.due_at, s.line_id limit ${AT_ONCE} for update of s skip locked`;
  for (const { line_id, seller_id, share_cents, reserve_bp, reserve_days } of due) {
    const reserve_cents = Math.floor((share_cents * reserve_bp) / 10_000);
    await move(sql, { line_id, seller_id }, 'seller_available', share_cents - reserve_cents);
    await move(sql, { line_id, seller_id }, 'seller_reserved', reserve_cents);
    await sql`
      update seller_lines set state = 'available', available_at = ${now}, reserve_cents = ${reserve_cents},
        reserve_due_at = ${new Date(now.getTime() + reserve_days * DAY_MS)}
      where line_id = ${line_id}`;
  }
  return due.length;
}

async function releaseReserves(sql: Tx, now: Date): Promise<number> {
  const due = await sql<{ line_id: string; seller_id: string; reserve_cents: number }[]>`
    select line_id, seller_id, reserve_cents from seller_lines
    where state = 'available' and reserve_cents > 0 and reserve_released_at is null and reserve_due_at <= ${now}
      and not exists (select from seller_waits w where w.seller_id = seller_lines.seller_id and w.released_at is null)
      and not exists (select from claimed_lines c
        where c.line_id = seller_lines.line_id and c.state in ('waiting', 'open'))
    order by reserve_due_at, line_id limit ${AT_ONCE} for update skip locked`;
  for (const { line_id, seller_id, reserve_cents } of due) {
    await transfer(sql, {
      debit: sellerAccount('seller_reserved', seller_id),
      credit: sellerAccount('seller_available', seller_id),
      amount_cents: reserve_cents,
      kind: 'seller_released',
      reference: line_id,
      unique_key: `seller_released:${line_id}`,
    });
    await sql`update seller_lines set reserve_released_at = ${now} where line_id = ${line_id}`;
  }
  return due.length;
}

async function move(
  sql: Tx,
  { line_id, seller_id }: Pick<Due, 'line_id' | 'seller_id'>,
  kind: 'seller_available' | 'seller_reserved',
  amount_cents: number,
): Promise<void> {
  if (amount_cents === 0) return;
  const [debit, credit] = [sellerAccount('seller_pending', seller_id), sellerAccount(kind, seller_id)];
  await transfer(sql, { debit, credit, amount_cents, kind, reference: line_id, unique_key: `${kind}:${line_id}` });
}
