import type { UserRecords } from '../../feature.ts';

export const ticketRecords: UserRecords = {
  kind: 'tickets',
  select: (sql, { user_id, limit }) => sql`
    select id::text, created_at as at, status::text as what, '#' || number || ' ' || subject as label,
      null::bigint as amount_cents, null::text as user_agent, id::text as page_id
    from tickets where user_id = ${user_id} order by tickets.id desc limit ${limit}`,
};
