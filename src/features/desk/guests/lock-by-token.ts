import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Ctx } from '../../ctx.ts';
import { readGuestToken } from '../support/ticket/mail-guest-link.ts';

/** The id of the ticket that a guest's link leads to, and locks the link. Refuses one that is wrong or has expired. */
export async function lockByToken(ctx: Ctx, sql: Tx, token: string): Promise<{ id: string; ticket_id: string }> {
  const [link] = await sql<{ id: string; ticket_id: string; expired: boolean }[]>`
    select l.id, l.ticket_id, l.expires_at <= ${ctx.clock.now()} as expired from ticket_links l
    join tickets t on t.id = l.ticket_id
    where l.id = ${readGuestToken(ctx, token) ?? null} and t.user_id is null for update of l`;
  if (!link) throw invalidField('token', message('guest.link_wrong'));
  if (link.expired) throw invalidField('token', message('guest.link_expired'));
  return link;
}
