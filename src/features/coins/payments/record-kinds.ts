import { pagePath } from '#contracts/page-path.ts';
import type { RecordKind } from '../../feature.ts';

/** What ids in the audit log and the ledger name here. */
export const recordKinds: RecordKind[] = [
  {
    kind: 'payment',
    select: (sql) => sql`select p.id, p.coin as name, p.user_id as place from payments p join wanted using (id)`,
    link: ({ place }) => place && pagePath('/admin/users/:id', { id: place }),
  },
];
