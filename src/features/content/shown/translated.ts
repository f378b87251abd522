import type { Db, Fragment } from '#platform/db/client.ts';

/** SQL of a field in the reader's language, or in the shop's default where there is no translation. */
export const translated = (sql: Db, locale: string, field: string): Fragment =>
  sql`coalesce(translations -> ${locale}::text ->> ${field}::text, ${sql(field)})`;
