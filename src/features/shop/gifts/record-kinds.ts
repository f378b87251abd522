import type { RecordKind } from '../../feature.ts';

/** The records of this feature that ids in the audit log and the ledger refer to. */
export const recordKinds: RecordKind[] = [
  {
    kind: 'gift',
    select: (sql) => sql`select g.id, '' as name, null::uuid as place from gifts g join wanted using (id)`,
  },
];
