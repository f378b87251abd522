import type { BankEntry } from '#contracts/supply/bank-statements.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { bookedCurrency, bookedUnits, unbookedPayouts } from '../../payouts/payout/booking.ts';

/** Payouts that a person chooses from for one entry. */
const CANDIDATES = 20;

/** SQL for a payout with the alias `p`, of the seller `s`. */
const named = (sql: Db) => sql`
  jsonb_build_object('id', p.id, 'seller', jsonb_build_object('id', s.id, 'legal_name', s.legal_name),
    'amount_cents', p.amount_cents, 'paid_at', to_char(p.paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'reference', p.reference)`;

/** SQL that reads entries; a condition on `e` follows. */
export const selectEntries = (sql: Db) => sql`
  select e.id, e.direction, e.booked_on, e.currency, e.units::text as units, e.name, e.text, e.hidden, e.iban_hint,
    e.state, e.how, u.username as decided_by, e.decided_at, e.note,
    (select ${named(sql)} from seller_payouts p join sellers s on s.id = p.seller_id
      where p.id = e.payout_id) as payout,
    coalesce((
      select jsonb_agg(c.candidate) from (
        select ${named(sql)} as candidate
        from ${unbookedPayouts(sql)} join sellers s on s.id = p.seller_id
        where e.state = 'open' and e.direction = 'debit'
          and e.currency = ${bookedCurrency(sql)} and e.units = any(${bookedUnits(sql)})
        order by p.id desc limit ${CANDIDATES}) c), '[]') as candidates
  from bank_entries e left join users u on u.id = e.decided_by`;

export async function readEntry(sql: Db, id: string): Promise<BankEntry> {
  const [entry] = await sql<BankEntry[]>`${selectEntries(sql)} where e.id = ${id}`;
  if (!entry) throw new AppError('not_found', message('bank.entry_not_found'));
  return entry;
}
