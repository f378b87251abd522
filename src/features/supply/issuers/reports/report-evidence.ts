import type { Evidence, Witness } from '../../../feature.ts';

/** Reports that were taken: a forged one would keep out all up to its end. */
export const reportEvidence: Evidence = {
  what: 'report of an issuer',
  table: 'issuer_reports',
  read: (sql, { after, limit }) => sql<Witness[]>`
    select id, created_at as at, null as facts, null as mac,
      case when not exists (select from audit_entries e
        where e.subject = r.programme_id::text and e.action = 'programme.reported'
          and e.details ->> 'report_sha256' = encode(r.report_sha256, 'hex')
          and e.details ->> 'until' = to_char(r.covers_until at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        then 'has no entry in the audit log' end as flaw
    from issuer_reports r where id > ${after} order by id limit ${limit}`,
};
