import type { DeskTicket } from '#contracts/desk/desk.ts';
import { message } from '#i18n/message.ts';
import type { Db, Fragment } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, localeOf } from '../../../ctx.ts';
import { labelled } from '../../support/ticket/summary-columns.ts';

export type DeskRow = Omit<DeskTicket, 'status_label'>;

/** SQL of what the desk's list shows of a ticket `t`, with category `k`, buyer `u` and assignee `a`. */
export const deskColumns = (sql: Db, locale: string): Fragment => sql`
  t.id, t.number, t.subject, t.status, t.created_at, t.updated_at, t.waiting_since, t.due_at, t.priority, t.tags, t.version,
  coalesce(k.names ->> split_part(${locale}::text, '-', 1), k.names ->> 'en') as category,
  case when u.id is not null then jsonb_build_object('id', u.id, 'username', u.username) end as user, t.guest_email,
  case when a.id is not null then jsonb_build_object('id', a.id, 'username', a.username) end as assignee,
  exists (select from ticket_comments m where m.ticket_id = t.id and m.review = 'waiting') as in_review`;

/** SQL of the tables that those columns come from. */
export const deskTables = (sql: Db): Fragment => sql`
  tickets t join support_categories k on k.id = t.category_id 
  left join users u on u.id = t.user_id left join users a on a.id = t.assignee_id`;

/** One ticket as the desk's list shows it. */
export async function findDeskTicket(sql: Db, actor: Actor, id: string): Promise<DeskTicket> {
  const [row] = await sql<DeskRow[]>`
    select ${deskColumns(sql, localeOf(actor))} from ${deskTables(sql)} where t.id = ${id}`;
  if (!row) throw new AppError('not_found', message('support.missing'));
  return labelled(row);
}
