import type { Payout } from '#contracts/supply/payouts.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

/** SQL that reads payouts; a condition on `p` follows. */
export const selectPayouts = (sql: Db) => sql`
  select p.id, jsonb_build_object('id', s.id, 'legal_name', s.legal_name) as seller, p.amount_cents, p.state,
    jsonb_build_object('kind', d.kind, 'hint', d.hint) as destination, p.created_at, u.username as created_by,
    p.reference, p.paid_at, p.failed_at, p.booked_on,
    case when p.sent_currency is not null then jsonb_build_object('currency', p.sent_currency,
      'sent_units', p.sent_units::text, 'fee_units', p.fee_units::text, 'usd_e9', p.sent_usd_e9::text) end as sent
  from seller_payouts p join sellers s on s.id = p.seller_id join seller_destinations d on d.id = p.destination_id
  join users u on u.id = p.created_by`;

export async function readPayout(sql: Db, id: string): Promise<Payout> {
  const [payout] = await sql<Payout[]>`${selectPayouts(sql)} where p.id = ${id}`;
  if (!payout) throw new AppError('not_found', message('payout.not_found'));
  return payout;
}
