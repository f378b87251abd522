import { DEFAULT_LOCALE } from '#i18n/default-locale.ts';
import type { Db } from '#platform/db/client.ts';
import type { Visitor } from '../../../ctx.ts';

/**
 * Notes the language in which somebody registers or signs in, where their account has none: mails and tickets are written
 * in it. The default one needs no note, since it counts without.
 */
export async function rememberLanguage(sql: Db, { client: { locale } }: Visitor, user_id: string): Promise<void> {
  if (locale === DEFAULT_LOCALE) return;
  await sql`update users set locale = ${locale} where id = ${user_id} and locale is null`;
}
