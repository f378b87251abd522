import type { Input } from '#contracts/call.ts';
import type { reportContent as contract } from '#contracts/desk/guests.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx, Visitor } from '../../ctx.ts';
import { openByGuest } from './open-by-guest.ts';

/**
 * Opens a ticket of its own kind about content that somebody holds to be unlawful (DSA art. 16), and confirms it by mail.
 * The answer says what was decided, as in any ticket.
 */
export async function reportContent(
  ctx: Ctx,
  caller: Visitor,
  { body: { email, name, location, explanation } }: Input<typeof contract>,
): Promise<undefined> {
  const { locale } = caller.client;
  const stated = [
    explanation,
    translate(locale, message('report.stated_location', { location })),
    translate(locale, message('report.stated_by', { name })),
    translate(locale, message('report.good_faith')),
  ];
  const subject = translate(locale, message('report.subject', { location: location.slice(0, 150) }));
  await transaction(ctx.sql, async (sql) => {
    await openByGuest(ctx, sql, caller, { email, category: 'notice', subject, body: stated.join('\n\n') });
  });
}
