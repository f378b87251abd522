import { pagePath } from '#contracts/page-path.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Tx } from '#platform/db/client.ts';
import { readIdToken, writeIdToken } from '#platform/vault/id-token.ts';
import type { Ctx } from '../../../ctx.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';

const LIFETIME_MS = 14 * DAY_MS;
const PURPOSE = 'guest ticket';

interface Mailing {
  ticket_id: string;
  template: 'guest_opened' | 'guest_answered' | 'guest_link';
}

/** Mails a guest a link to their ticket; the links before it keep their time. */
export async function mailGuestLink(ctx: Ctx, sql: Tx, { ticket_id, template }: Mailing): Promise<void> {
  const now = ctx.clock.now();
  const [link] = await sql<{ id: string }[]>`
    insert into ticket_links (ticket_id, created_at, expires_at)
    values (${ticket_id}, ${now}, ${new Date(now.getTime() + LIFETIME_MS)}) returning id`;
  await queueMail(sql, template, { link_id: link!.id });
}

/** The path of a guest's link. */
export const guestPath = (ctx: Ctx, link_id: string): string =>
  `${pagePath('/support/guest/ticket')}?token=${writeIdToken(ctx.vault, link_id, PURPOSE)}`;

/** The id of the link that a genuine token is of, or undefined. */
export const readGuestToken = (ctx: Ctx, token: string): string | undefined => readIdToken(ctx.vault, token, PURPOSE);
