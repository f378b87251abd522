import type { Tx } from '#platform/db/client.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';

interface Asking {
  ticket_id: string;
  now: Date;
  /** So long it can be taken back. */
  wait_ms?: number;
}

/** Mails the question whether support helped, once for each ticket; one that opens meanwhile isn't asked. */
export async function askRating(sql: Tx, { ticket_id, now, wait_ms = 0 }: Asking): Promise<void> {
  const [first] = await sql`
    update tickets set rating_asked_at = ${now} where id = ${ticket_id} and rating_asked_at is null returning id`;
  if (!first) return;
  const once = { key: `ticket_solved:${ticket_id}`, ...(wait_ms > 0 && { run_at: new Date(now.getTime() + wait_ms) }) };
  await queueMail(sql, 'ticket_solved', { ticket_id }, once);
}

/** Takes the question of that moment back; a buyer who has answered it isn't asked again. */
export async function takeRatingBack(sql: Tx, { ticket_id, asked_at }: { ticket_id: string; asked_at: string }) {
  await sql`
    update tickets set rating_asked_at = null where id = ${ticket_id} and rating_asked_at = ${asked_at}
      and not exists (select from ticket_ratings r where r.ticket_id = tickets.id)`;
}
