import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

/** Refuses countries that the operator's list says aren't dealt with, given by the field that names each. */
export async function refuseEmbargoed(sql: Db, fields: Record<string, string>): Promise<void> {
  const rows = await sql<{ country: string }[]>`
    select country from embargoed_countries where country = any(${Object.values(fields)})`;
  const [wrong] = Object.entries(fields).filter(([, country]) => rows.some((row) => row.country === country));
  if (!wrong) return;
  const text = message('sanctions.embargoed', { country: wrong[1] });
  throw new AppError('invalid', text, { [wrong[0]]: [text] });
}
