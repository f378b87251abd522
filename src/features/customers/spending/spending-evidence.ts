import type { Evidence, Witness } from '../../feature.ts';

/** What settled a debt, each with its entry in the audit log. */
export const spendingEvidence: Evidence[] = [
  {
    what: 'settlement of a debt',
    table: 'debt_settlements',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select id, booked_at as at, null as facts, null as mac,
        case when not exists (
          select from audit_entries where subject = s.user_id::text and action in ('debt.settled', 'debt.written_off')
            and details ->> 'settlement_id' = s.id::text)
          then 'has no entry in the audit log' end as flaw
      from debt_settlements s where id > ${after} order by id limit ${limit}`,
  },
];
