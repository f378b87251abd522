import { STATUS_LABELS, type TicketSummary } from '#contracts/desk/support.ts';
import type { Db, Fragment } from '#platform/db/client.ts';

export type SummaryRow = Omit<TicketSummary, 'status_label'>;

/** SQL of what a list shows of a ticket `t` with its category `k`. */
export const summaryColumns = (sql: Db, locale: string): Fragment => sql`
  t.id, t.number, t.subject, t.status, t.created_at, t.updated_at,
  coalesce(k.names ->> split_part(${locale}::text, '-', 1), k.names ->> 'en') as category,
  exists (select from ticket_comments m
    where m.ticket_id = t.id and m.by_staff and m.created_at > t.buyer_read_at) as unread`;

/** A ticket with its status in words, too. */
export const labelled = <Row extends { status: number }>(row: Row) => ({
  ...row,
  status_label: STATUS_LABELS[row.status - 1]!,
});
