import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

interface Said {
  author: string;
  by_staff: boolean;
  body: string;
  created_at: string;
}

const SHOWN = 5;

/** Refuses an answer to a locked ticket in which something happened since the version that its writer read. */
export async function refuseUnread(sql: Tx, ticket: { id: string; version: number }, read: number): Promise<void> {
  if (ticket.version === read) return;
  const said = await sql<Said[]>`
    select coalesce(u.username, t.guest_email, o.username) as author, m.by_staff, m.body, m.created_at
    from ticket_comments m join tickets t on t.id = m.ticket_id
    left join users u on u.id = m.author_id left join users o on o.id = t.user_id
    where m.ticket_id = ${ticket.id} and m.ticket_version > ${read} order by m.ticket_version limit ${SHOWN}`;
  const [first] = said;
  const text = first ? message('desk.said_since', { name: first.author }) : message('desk.changed_since');
  throw new AppError('conflict', text).marked({
    reason: 'ticket_changed',
    version: ticket.version,
    comments: said.map((one) => ({ ...one })),
  });
}
