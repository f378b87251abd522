import type { Input } from '#contracts/call.ts';
import type { createGuestTicket as contract } from '#contracts/guests.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { networkOf } from '#platform/http/rate-limit.ts';
import type { Ctx, Visitor } from '../ctx.ts';
import { keyOfText, throttle } from '../sessions/throttle/throttle.ts';
import { openTicket } from '../support/open-ticket.ts';
import { mailGuestLink } from '../support/records/mail-guest-link.ts';

const PER_NETWORK_AND_HOUR = 10;
const PER_ADDRESS_AND_DAY = 3;
const DOUBLE_CLICK_MS = 600_000;

/**
 * Opens a ticket for somebody who can't sign in and mails a link to it. Accounts aren't read at all, so answer and time
 * are the same whoever has one. The mail quotes nothing: a stranger could have somebody else's address written to.
 */
export async function createGuestTicket(
  ctx: Ctx,
  caller: Visitor,
  { body: { email, category, subject, body } }: Input<typeof contract>,
): Promise<undefined> {
  const { address, locale } = caller.client;
  const now = ctx.clock.now();
  await transaction(ctx.sql, async (sql) => {
    const [offered] = await sql`select from support_categories where slug = ${category} and offered`;
    if (!offered) throw invalidField('category', message('support.category_missing'));
    const limits = [
      {
        key: `guest:${networkOf(address)}`,
        hits: ctx.config.demo ? 1_000 : PER_NETWORK_AND_HOUR,
        window_seconds: 3600,
      },
      { key: `guest:${keyOfText(ctx, email)}`, hits: PER_ADDRESS_AND_DAY, window_seconds: 86_400 },
    ];
    // They also make the second of two clicks wait for the first.
    await throttle({ ...ctx, sql }, limits, 'email');
    const [sent] = await sql`
      select from tickets
      where guest_email = ${email} and subject = ${subject} and created_at > ${new Date(now.getTime() - DOUBLE_CLICK_MS)}`;
    if (sent) return;
    const ticket = { user_id: null, guest: { email, locale }, category, subject, body, reference: null, proof: null };
    const ticket_id = await openTicket(ctx, sql, { ...ticket, address });
    await mailGuestLink(ctx, sql, { ticket_id, template: 'guest_opened' });
  });
}
