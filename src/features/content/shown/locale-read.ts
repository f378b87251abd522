import { DEFAULT_LOCALE } from '#i18n/default-locale.ts';
import type { Db, Fragment } from '#platform/db/client.ts';

/** SQL of the language in which a reader gets a text. */
export const localeRead = (sql: Db, locale: string): Fragment =>
  sql`case when translations ? ${locale}::text then ${locale}::text else ${DEFAULT_LOCALE} end`;
