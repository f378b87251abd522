import { pagePath } from '#contracts/page-path.ts';
import type { RecordKind } from '../../feature.ts';

/** The records of this feature that ids in the audit log and the ledger refer to. */
export const recordKinds: RecordKind[] = [
  {
    kind: 'seller',
    select: (sql) => sql`select s.id, s.legal_name as name, null::uuid as place from sellers s join wanted using (id)`,
    link: ({ id }) => pagePath('/reseller/sellers/:id', { id }),
  },
];
