import type { Db } from '#platform/db/client.ts';

/** SQL for an order `o` with its buyer `u`, as the back office sees it. */
export const placedOrder = (sql: Db) => sql`
  o.id, o.number, o.status, o.total_cents, o.refunded_cents, o.card_count, o.created_at,
  jsonb_build_object('id', u.id, 'username', u.username) as buyer`;
