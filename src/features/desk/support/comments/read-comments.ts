import type { Ticket } from '#contracts/desk/support.ts';
import type { Db } from '#platform/db/client.ts';
import { numberedMeta, offsetOf } from '#platform/db/numbered-page.ts';
import { shownComments } from './shown-comments.ts';
import { withMerged } from './with-merged.ts';

type Comment = Ticket['comments'][number] & { author: string; by_mail: boolean };

interface Page {
  comments: Comment[];
  comments_meta: Ticket['comments_meta'];
}

const PER_PAGE = 200;

/**
 * A page of a conversation, oldest first; the latest page unless another is asked for. A text that waits is read whole by
 * those who `decide` about it.
 */
export async function readComments(
  sql: Db,
  id: string,
  { page: asked, decides }: { page: number | undefined; decides: boolean },
): Promise<Page> {
  const inTicket = sql`m.ticket_id in ${withMerged(sql, id)}`;
  const [counted] = await sql<{ total: number }[]>`select count(*) as total from ticket_comments m where ${inTicket}`;
  const { total } = counted!;
  const page = { page: asked ?? Math.max(1, Math.ceil(total / PER_PAGE)), per_page: PER_PAGE };
  const rows = await sql<Omit<Comment, 'body_html'>[]>`
    select m.id, m.by_staff, m.body, m.review, m.created_at, coalesce(u.username, t.guest_email, o.username) as author,
      m.author_id is null and t.user_id is not null as by_mail
    from ticket_comments m join tickets t on t.id = m.ticket_id left join users u on u.id = m.author_id
    left join users o on o.id = t.user_id
    where ${inTicket} order by m.id limit ${PER_PAGE} offset ${offsetOf(page)}`;
  return {
    comments: await shownComments(rows, decides),
    comments_meta: numberedMeta(page, total, rows.length),
  };
}

/** A page of a conversation for who asked: staff is not named. */
export async function readOwnComments(sql: Db, id: string, page: number | undefined) {
  const { comments, comments_meta } = await readComments(sql, id, { page, decides: false });
  return { comments: comments.map(({ author: _, by_mail: __, ...comment }) => comment), comments_meta };
}
