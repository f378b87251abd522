import type { Evidence, Witness } from '../../feature.ts';

/** What buyers asked for, each with the entry of its state in the audit log: a forged one would buy with their money. */
export const purchaseEvidence: Evidence[] = [
  {
    what: 'waiting purchase',
    table: 'waiting_purchases',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select id, coalesce(ended_at, asked_at) as at, sealed_facts(w) as facts, mac,
        case when not exists (
          select from audit_entries where subject = w.id::text
            and action = any(case w.state when 'waiting' then array['purchase.asked', 'purchase.resumed']
              else array['purchase.' || w.state] end))
          then 'has no entry in the audit log' end as flaw
      from waiting_purchases w where id > ${after} order by id limit ${limit}`,
  },
];
