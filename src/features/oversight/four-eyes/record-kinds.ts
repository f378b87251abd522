import type { RecordKind } from '../../feature.ts';

/** What ids in the audit log and the ledger name here. */
export const recordKinds: RecordKind[] = [
  {
    kind: 'proposal',
    select: (sql) => sql`select p.id, p.kind as name, null::uuid as place from proposals p join wanted using (id)`,
  },
];
