import type { Input } from '#contracts/call.ts';
import type { renewGuestLink as contract } from '#contracts/desk/guests.ts';
import { DAY_S } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Ctx, Visitor } from '../../ctx.ts';
import { throttle } from '../../identity/sessions/throttle/throttle.ts';
import { mailGuestLink, readGuestToken } from '../support/ticket/mail-guest-link.ts';

const PER_DAY = 3;

/** Mails a new link to the address that the ticket was opened with, never to another one. */
export async function renewGuestLink(
  ctx: Ctx,
  _caller: Visitor,
  { body: { token } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const [link] = await sql<{ ticket_id: string }[]>`
      select l.ticket_id from ticket_links l join tickets t on t.id = l.ticket_id
      where l.id = ${readGuestToken(ctx, token) ?? null} and t.user_id is null`;
    if (!link) throw invalidField('token', message('guest.link_wrong'));
    const { ticket_id } = link;
    await throttle(
      within(ctx, sql),
      [{ key: `guest:link:${ticket_id}`, hits: PER_DAY, window_seconds: DAY_S }],
      'token',
    );
    await mailGuestLink(ctx, sql, { ticket_id, template: 'guest_link' });
  });
}
