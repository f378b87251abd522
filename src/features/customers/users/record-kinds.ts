import { pagePath } from '#contracts/page-path.ts';
import type { RecordKind } from '../../feature.ts';

/** What ids in the audit log and the ledger name here. */
export const recordKinds: RecordKind[] = [
  {
    kind: 'user',
    select: (sql) => sql`select u.id, u.username as name, null::uuid as place from users u join wanted using (id)`,
    link: ({ id }) => pagePath('/admin/users/:id', { id }),
  },
];
