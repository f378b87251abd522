import type { RecordKind } from '../../feature.ts';

/** What ids in the audit log and the ledger name here. */
export const recordKinds: RecordKind[] = [
  {
    kind: 'gift',
    select: (sql) => sql`select g.id, '' as name, null::uuid as place from gifts g join wanted using (id)`,
  },
];
