import type { RecordKind } from '../../feature.ts';

/** The records of this feature that ids in the audit log and the ledger refer to. */
export const recordKinds: RecordKind[] = [
  {
    kind: 'proposal',
    select: (sql) => sql`select p.id, p.kind as name, null::uuid as place from proposals p join wanted using (id)`,
  },
];
