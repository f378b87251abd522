import { pagePath } from '#contracts/page-path.ts';
import type { RecordKind } from '../../feature.ts';

/** What ids in the audit log and the ledger name here. */
export const recordKinds: RecordKind[] = [
  {
    kind: 'deposit',
    select: (sql) => sql`select d.id, d.coin as name, null::uuid as place from deposits d join wanted using (id)`,
    link: ({ id }) => pagePath('/admin/payments/:id', { id }),
  },
];
