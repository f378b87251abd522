import type { UserFinder, UserRecords } from '../../../feature.ts';

export const orderRecords: UserRecords = {
  kind: 'orders',
  select: (sql, { user_id, limit }) => sql`
    select id::text, created_at as at, status as what, '#' || number as label, total_cents as amount_cents,
      null::text as user_agent, id::text as page_id
    from orders where user_id = ${user_id} order by orders.id desc limit ${limit}`,
};

export const byOrder: UserFinder = {
  by: 'order',
  find(sql, named) {
    if ('id' in named) return sql`select user_id from orders where id = ${named.id}`;
    if ('number' in named) return sql`select user_id from orders where number = ${named.number}::bigint`;
    return null;
  },
};
