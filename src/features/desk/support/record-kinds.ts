import { pagePath } from '#contracts/page-path.ts';
import type { RecordKind } from '../../feature.ts';

/** What ids in the audit log and the ledger name here. */
export const recordKinds: RecordKind[] = [
  {
    kind: 'ticket',
    select: (sql) =>
      sql`select t.id, '#' || t.number as name, null::uuid as place from tickets t join wanted using (id)`,
    link: ({ id }) => pagePath('/admin/tickets/:id', { id }),
  },
];
