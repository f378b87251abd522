import type { Db } from '#platform/db/client.ts';

/** SQL for payouts `p` with their destinations `d` that were paid by bank and that no statement has. */
export const unbookedPayouts = (sql: Db) => sql`
  seller_payouts p join seller_destinations d on d.id = p.destination_id
    and d.kind = 'IBAN' and p.paid_at is not null and p.booked_on is null`;

/** SQL for the currency in which a bank books a payout `p`; those from before amounts were recorded were paid in dollars. */
export const bookedCurrency = (sql: Db) => sql`coalesce(p.sent_currency, 'USD')`;

/** SQL for what a bank may book of a payout `p`, in its smallest units: without its fee, or with it. */
export const bookedUnits = (sql: Db) => sql`
  array[coalesce(p.sent_units, p.amount_cents), coalesce(p.sent_units, p.amount_cents) + coalesce(p.fee_units, 0)]`;
