import { pagePath } from '#contracts/page-path.ts';
import type { RecordKind } from '../../feature.ts';

/** What ids in the audit log and the ledger name here. */
export const recordKinds: RecordKind[] = [
  {
    kind: 'unclaimed',
    select: (sql) =>
      sql`select u.id, u.coin as name, null::uuid as place from unclaimed_deposits u join wanted using (id)`,
    link: ({ id }) => pagePath('/admin/unclaimed-deposits/:id', { id }),
  },
];
