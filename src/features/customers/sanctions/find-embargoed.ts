import { type Message, message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';

/** The first field with a country that the operator's list says isn't dealt with, and the refusal; null where there is none. */
export async function findEmbargoed(
  sql: Db,
  fields: Record<string, string | undefined>,
): Promise<readonly [string, Message] | null> {
  const rows = await sql<{ country: string }[]>`
    select country from embargoed_countries where country = any(${Object.values(fields).filter((one) => one !== undefined)})`;
  for (const [field, country] of Object.entries(fields))
    if (country !== undefined && rows.some((row) => row.country === country))
      return [field, message('sanctions.embargoed', { country })];
  return null;
}
