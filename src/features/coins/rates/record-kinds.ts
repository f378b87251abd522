import { pagePath } from '#contracts/page-path.ts';
import type { RecordKind } from '../../feature.ts';

/** The records of this feature that ids in the audit log and the ledger refer to. */
export const recordKinds: RecordKind[] = [
  {
    kind: 'rate_jump',
    select: (sql) =>
      sql`
        select j.id, coalesce(j.coin, j.currency) as name, null::uuid as place from rate_jumps j
        join wanted using (id)`,
    link: ({ id }) => pagePath('/admin/rate-jumps/:id', { id }),
  },
];
