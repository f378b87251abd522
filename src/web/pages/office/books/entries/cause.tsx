import type { NamedRecord } from '#contracts/oversight/audit.ts';
import { RecordLink } from '#web/pages/oversight/admin/audit/record-link.tsx';

/** What caused a transfer: the record, or the id where that is all there is. */
export function Cause({ record, reference }: { record: NamedRecord | null; reference: string | null }) {
  if (record) return <RecordLink record={record} />;
  return reference ? <code>{reference}</code> : null;
}
