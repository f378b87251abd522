import { pagePath } from '#contracts/page-path.ts';
import type { RecordKind } from '../../feature.ts';

/** What ids in the audit log and the ledger name here. */
export const recordKinds: RecordKind[] = [
  {
    kind: 'programme',
    select: (sql) => sql`select p.id, p.name, null::uuid as place from programmes p join wanted using (id)`,
    link: ({ id }) => pagePath('/admin/programmes/:id', { id }),
  },
  {
    kind: 'issuer_key',
    select: (sql) => sql`select k.id, '' as name, k.programme_id as place from issuer_keys k join wanted using (id)`,
    link: ({ place }) => place && pagePath('/admin/programmes/:id', { id: place }),
  },
];
