import type { TextSource } from '../../feature.ts';

/** What buyers and staff wrote in tickets, but for what staff has decided about. A buyer's text can wait again. */
export const commentSource: TextSource = {
  name: 'ticket_comments',
  read: (sql, { after, limit }) => sql<{ id: string; text: string }[]>`
    select id, body as text from ticket_comments
    where (${after}::uuid is null or id > ${after}) and review is null and body <> '' order by id limit ${limit}`,
  async hold(sql, id) {
    await sql`update ticket_comments set review = 'waiting' where id = ${id} and review is null and not by_staff`;
  },
};
