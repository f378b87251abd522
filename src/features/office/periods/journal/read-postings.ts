import type { DETAILS } from '#contracts/office/periods.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Db } from '#platform/db/client.ts';
import { type Days, moves, openSince } from '../sums/moves.ts';

export type Detail = (typeof DETAILS)[number];

/** One transfer, or all of a kind between two kinds of accounts on a day. */
export interface Posting {
  day: string;
  debit_kind: string;
  credit_kind: string;
  kind: string;
  transfers: number;
  cents: number;
  /** Of one transfer alone. */
  one: { id: number; at: string; reference: string | null } | null;
}

interface TransferRow extends Omit<Posting, 'one'> {
  id: number;
  at: string;
  reference: string | null;
  place: string;
}

/** Transfers read at a time. */
const PART = 1_000;

/** The postings of some days in the order of time, in parts. */
export async function* readPostings(sql: Db, days: Days, detail: Detail): AsyncIterable<readonly Posting[]> {
  if (detail === 'days') yield await readSums(sql, days);
  else yield* readTransfers(sql, days);
}

async function readSums(sql: Db, days: Days): Promise<readonly Posting[]> {
  const since = await openSince(sql);
  return sql<Posting[]>`
    select day, debit_kind, credit_kind, kind, transfers, cents, null as one from ${moves(sql, since, days)}
    order by day, kind, debit_kind, credit_kind`;
}

async function* readTransfers(sql: Db, { from, to }: Days): AsyncIterable<readonly Posting[]> {
  const end = new Date(Date.parse(to) + DAY_MS);
  // As text, with its microseconds: the driver writes a parameter of a time without them.
  let after = { place: from, id: 0 };
  for (;;) {
    const rows = await sql<TransferRow[]>`
      select (t.created_at at time zone 'UTC')::date as day, d.kind as debit_kind, c.kind as credit_kind, t.kind,
        1 as transfers,
        t.amount_cents as cents, t.id, t.created_at as at, t.reference, (t.created_at at time zone 'UTC')::text as place
      from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id
        join ledger_accounts c on c.id = t.credit_account_id
      where t.created_at >= ${after.place}::text::timestamp at time zone 'UTC' and t.created_at < ${end}
        and (t.created_at, t.id) > (${after.place}::text::timestamp at time zone 'UTC', ${after.id})
      order by t.created_at, t.id limit ${PART}`;
    yield rows.map(({ id, at, reference, place: _, ...posting }) => ({ ...posting, one: { id, at, reference } }));
    const last = rows.at(-1);
    if (!last || rows.length < PART) return;
    after = last;
  }
}
