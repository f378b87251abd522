import type { Evidence, Witness } from '../../../feature.ts';

/** Ways back of top-ups as the shop wrote them, each with the entry of its state in the audit log. */
export const returnEvidence: Evidence[] = [
  {
    what: 'way back of a top-up',
    table: 'top_up_returns',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select id, coalesce(ended_at, paid_at, created_at) as at, sealed_facts(r) as facts, mac,
        case when not exists (
          select from audit_entries where subject = r.user_id::text and action = 'top_up_return.' || r.state
            and details ->> 'return_id' = r.id::text)
          then 'has no entry in the audit log' end as flaw
      from top_up_returns r where id > ${after} order by id limit ${limit}`,
  },
];
