import type { Evidence, Witness } from '../../feature.ts';

/** Months that were closed and reopened, and charts of accounts, each with its entry in the audit log. */
export const periodEvidence: Evidence[] = [
  {
    what: 'closing of a month',
    table: 'month_closings',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select id, closed_at as at, null as facts, null as mac,
        case
          when not exists (
            select from audit_entries where subject = m.id::text and action = 'books.month_closed'
              and details -> 'transfers' = to_jsonb(m.transfers))
            then 'has no entry in the audit log'
          when reopened_at is not null and not exists (
            select from audit_entries where subject = m.id::text and action = 'books.month_reopened')
            then 'was undone without an entry in the audit log'
        end as flaw
      from month_closings m where id > ${after} order by id limit ${limit}`,
  },
  {
    what: 'chart of accounts',
    table: 'account_charts',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select proposal_id as id, at, null as facts, null as mac,
        case when not exists (
          select from audit_entries where subject = c.proposal_id::text and action = 'books.chart_changed')
          then 'has no entry in the audit log' end as flaw
      from account_charts c where proposal_id > ${after} order by proposal_id limit ${limit}`,
  },
];
