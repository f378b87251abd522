import { numberAfter } from '#platform/db/verify-all.ts';
import type { Evidence, Witness } from '../../feature.ts';

/** What is said about coins that left: a forged label would hide a theft, and so would a forged destination. */
export const outflowEvidence: Evidence[] = [
  {
    what: 'transaction of an outflow',
    table: 'outflow_transactions',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select id::text, read_at as at, sealed_facts(t) as facts, mac, null as flaw
      from outflow_transactions t where id > ${numberAfter(after)} and read_at is not null
      order by t.id limit ${limit}`,
  },
  {
    what: 'label of an outflow',
    table: 'outflow_labels',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select id, at, sealed_facts(l) as facts, mac,
        case when not exists (
          select from audit_entries where subject = l.id::text and action = 'outflow.labelled')
          then 'has no entry in the audit log'
          when label = 'before_record' and not exists (
            select from proposals where kind = 'outflow.earlier' and decision = 'approved' and decided_at <= l.at)
          then 'was agreed by nobody' end as flaw
      from outflow_labels l where id > ${after} order by id limit ${limit}`,
  },
];
