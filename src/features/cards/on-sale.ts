import type { Db } from '#platform/db/client.ts';

/** The only rule for what can be added to a cart and bought: a condition on a card with the alias `c`. */
export const onSale = (sql: Db) => sql`(
  c.state = 'available'
  and exists (select from programmes where programmes.id = c.programme_id and programmes.state = 'active')
  and exists (select from batches where batches.id = c.batch_id and batches.state = 'approved')
)`;
