import type { Input } from '#contracts/call.ts';
import type { createGuestTicket as contract } from '#contracts/desk/guests.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Ctx, Visitor } from '../../ctx.ts';
import { openByGuest } from './open-by-guest.ts';

/**
 * Opens a ticket for somebody who can't sign in and mails a link to it. Accounts aren't read at all, so answer and time
 * are the same whoever has one. The mail quotes nothing: a stranger could have somebody else's address written to.
 */
export async function createGuestTicket(
  ctx: Ctx,
  caller: Visitor,
  { body }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const [offered] = await sql`select from support_categories where slug = ${body.category} and offered`;
    if (!offered) throw invalidField('category', message('support.category_missing'));
    await openByGuest(ctx, sql, caller, body);
  });
}
