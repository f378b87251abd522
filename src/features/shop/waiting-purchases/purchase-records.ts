import type { UserRecords } from '../../feature.ts';

export const purchaseRecords: UserRecords = {
  kind: 'purchases',
  select: (sql, { user_id, limit }) => sql`
    select w.id::text, w.asked_at as at, '#' || p.number || ' ' || p.coin as label, null::text as user_agent, w.state as what,
      w.total_cents as amount_cents, w.order_id::text as page_id
    from waiting_purchases w join payments p on p.id = w.id where w.user_id = ${user_id} order by w.id desc limit ${limit}`,
};
