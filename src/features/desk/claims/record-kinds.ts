import { pagePath } from '#contracts/page-path.ts';
import type { RecordKind } from '../../feature.ts';

/** What ids in the audit log and the ledger name here. */
export const recordKinds: RecordKind[] = [
  {
    kind: 'claim',
    select: (sql) =>
      sql`select m.id, '#' || m.number as name, null::uuid as place from claims m join wanted using (id)`,
    link: ({ id }) => pagePath('/admin/claims/:id', { id }),
  },
];
