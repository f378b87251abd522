import { pagePath } from '#contracts/page-path.ts';
import type { RecordKind } from '../../feature.ts';

/** What ids in the audit log and the ledger name here. */
export const recordKinds: RecordKind[] = [
  {
    kind: 'card',
    select: (sql) => sql`select c.id, '' as name, c.batch_id as place from cards c join wanted using (id)`,
    link: ({ place }) => place && pagePath('/reseller/base/:id', { id: place }),
  },
  {
    kind: 'batch',
    select: (sql) => sql`select b.id, b.name, null::uuid as place from batches b join wanted using (id)`,
    link: ({ id }) => pagePath('/reseller/base/:id', { id }),
  },
];
