import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { checkSeals } from '../../../identity/sessions/seals/check-seals.ts';
import { reportForged } from '../../../identity/sessions/seals/report-forged.ts';
import type { Cursor } from './cursor.ts';

export interface DueDeposit {
  id: string;
  coin: Coin;
  txid: string;
  n: number;
  user_id: string;
  payment_id: string;
  amount_units: string;
  credited_units: string;
  first_seen_at: string;
  confirmed_at: string | null;
  generation: number;
  hold_reason: string | null;
  quote_units: string;
  quote_usd_e8: string;
  quoted_at: string;
  expires_at: string;
  /** Units of this payment already credited at the quote's rate, across all its deposits, and their cents. */
  already_locked: string;
  already_locked_cents: number;
}

interface Seal {
  id: string;
  facts: string;
  mac: string | null;
}

interface Proofs {
  own: Seal;
  quote: Seal;
  /** What its payment was credited so far. */
  credits: Seal[];
  /** Whether what the row says was credited is what was, by credits and transfers, which nobody takes back. */
  agrees: boolean;
}

/**
 * A deposit that is deep enough and not fully credited, with its payment; locks the deposit's row. Nothing is due by rows that
 * were written past the shop.
 */
export async function findDueDeposit(ctx: Ctx, sql: Db, cursor: Cursor, id: string): Promise<DueDeposit | undefined> {
  const [row] = await sql<(DueDeposit & { proofs: Proofs })[]>`
    select d.id, d.coin, d.txid, d.n, d.user_id, d.payment_id, d.amount_units, d.credited_units, d.first_seen_at,
      d.confirmed_at, d.generation, d.hold_reason,
      p.amount_units as quote_units, r.usd_e8 as quote_usd_e8, p.created_at as quoted_at, p.expires_at,
      sums.locked_units as already_locked, sums.locked_cents as already_locked_cents,
      jsonb_build_object('own', ${sealOf(sql, 'd')}, 'quote', ${sealOf(sql, 'p')}, 'credits', sums.seals,
        'agrees', ${agrees(sql)})
        as proofs
    from deposits d join deposit_addresses a on a.coin = d.coin and a.key = d.key and a.user_id = d.user_id
    join payments p on p.id = d.payment_id and p.address_id = a.id join rate_samples r on r.id = p.rate_id
    cross join lateral (
      select coalesce(sum(c.locked_units) filter (where c.reversed_at is null), 0)::text as locked_units,
        coalesce(sum(c.locked_cents) filter (where c.reversed_at is null), 0)::bigint as locked_cents,
        coalesce(jsonb_agg(${sealOf(sql, 'c')}), '[]') as seals
      from deposits o join deposit_credits c on c.deposit_id = o.id where o.payment_id = p.id
    ) sums
    where d.id = ${id} and d.coin = ${cursor.coin} and (d.state <> 'credited' or d.credited_units < d.amount_units)
      and ${cursor.height} - d.height + 1 >= d.required_depth
    for update of d`;
  if (!row) return undefined;
  const { proofs, ...deposit } = row;
  const { own, quote, credits, agrees: isConsistent } = proofs;
  const isOwn = checkSeals(
    ctx,
    sealIn('deposits', own),
    sealIn('payments', quote),
    ...credits.map((credit) => sealIn('deposit_credits', credit)),
  );
  if (!isConsistent) reportForged(ctx, 'deposits', id);
  return isOwn && isConsistent ? deposit : undefined;
}

const sealOf = (sql: Db, row: 'd' | 'p' | 'c') =>
  sql`jsonb_build_object('id', ${sql(row)}.id::text, 'facts', sealed_facts(${sql(row)}),
    'mac', encode(${sql(row)}.mac, 'hex'))`;

const sealIn = (table: 'deposits' | 'payments' | 'deposit_credits', { id, facts, mac }: Seal) => ({
  table,
  id,
  facts,
  mac: mac === null ? null : Buffer.from(mac, 'hex'),
});

const agrees = (sql: Db) => sql`(
  select coalesce(max(c.generation), 0) = d.generation
    and coalesce(sum(c.locked_units + c.current_units) filter (where c.reversed_at is null), 0) = d.credited_units
    and coalesce(sum(c.locked_cents + c.current_cents) filter (where c.reversed_at is not null), 0) = (
      select coalesce(sum(amount_cents), 0) from ledger_transfers where reference = d.id and kind = 'top_up_reversal')
  from deposit_credits c where c.deposit_id = d.id)`;
