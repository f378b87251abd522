import { DAY_S, HOUR_S, MINUTE_MS } from '#contracts/time-units.ts';
import type { Tx } from '#platform/db/client.ts';
import { within } from '#platform/db/transaction.ts';
import { networkOf } from '#platform/http/rate-limit.ts';
import type { Ctx, Visitor } from '../../ctx.ts';
import { keyOfText, throttle } from '../../identity/sessions/throttle/throttle.ts';
import { openTicket } from '../support/open-ticket.ts';
import { mailGuestLink } from '../support/ticket/mail-guest-link.ts';

const PER_NETWORK_AND_HOUR = 10;
const PER_ADDRESS_AND_DAY = 3;
const DOUBLE_CLICK_MS = 10 * MINUTE_MS;

interface Written {
  email: string;
  /** Slug of the ticket's category. */
  category: string;
  subject: string;
  body: string;
}

/** Opens a ticket for an address that nobody proved, within its limits, and mails a link to it. */
export async function openByGuest(ctx: Ctx, sql: Tx, caller: Visitor, written: Written): Promise<void> {
  const { email, category, subject, body } = written;
  const { address, locale } = caller.client;
  const limits = [
    {
      key: `guest:${networkOf(address)}`,
      hits: ctx.config.demo ? 1_000 : PER_NETWORK_AND_HOUR,
      window_seconds: HOUR_S,
    },
    { key: `guest:${keyOfText(ctx, email)}`, hits: PER_ADDRESS_AND_DAY, window_seconds: DAY_S },
  ];
  // They also make the second of two clicks wait for the first.
  await throttle(within(ctx, sql), limits, 'email');
  const since = new Date(ctx.clock.now().getTime() - DOUBLE_CLICK_MS);
  const [sent] = await sql`
    select from tickets where guest_email = ${email} and subject = ${subject} and created_at > ${since}`;
  if (sent) return;
  const ticket = { user_id: null, guest: { email, locale }, category, subject, body, reference: null, proof: null };
  const ticket_id = await openTicket(ctx, sql, { ...ticket, address });
  await mailGuestLink(ctx, sql, { ticket_id, template: 'guest_opened' });
}
