import { pagePath } from '#contracts/page-path.ts';
import type { RecordKind } from '../../feature.ts';

/** What ids in the audit log and the ledger name here. */
export const recordKinds: RecordKind[] = [
  {
    kind: 'import',
    select: (sql) => sql`select i.id, '' as name, i.batch_id as place from imports i join wanted using (id)`,
    link: ({ place }) => place && pagePath('/reseller/import/:id', { id: place }),
  },
];
