import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';

/** Refuses a day from which sales are invoiced already: their rates stand on the invoices. */
export async function refuseInvoiced(sql: Db, valid_from: string): Promise<void> {
  const [invoiced] = await sql<{ through: string }[]>`
    select (max(supplied_at) at time zone 'UTC')::date::text as through from invoices
    where kind = 'invoice' having (max(supplied_at) at time zone 'UTC')::date >= ${valid_from}::date`;
  if (invoiced)
    throw invalidField('valid_from', message('vat_rates.invoiced', { through: { at: invoiced.through, day: true } }));
}
