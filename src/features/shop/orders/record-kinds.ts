import { pagePath } from '#contracts/page-path.ts';
import type { RecordKind } from '../../feature.ts';

/** What ids in the audit log and the ledger name here. */
export const recordKinds: RecordKind[] = [
  {
    kind: 'order',
    select: (sql) =>
      sql`select o.id, '#' || o.number as name, null::uuid as place from orders o join wanted using (id)`,
    link: ({ id }) => pagePath('/admin/orders/:id', { id }),
  },
  {
    kind: 'line',
    select: (sql) => sql`select l.id, '#' || o.number as name, o.id as place
    from order_lines l join wanted using (id) join orders o on o.id = l.order_id`,
    link: ({ place }) => place && pagePath('/admin/orders/:id', { id: place }),
  },
];
