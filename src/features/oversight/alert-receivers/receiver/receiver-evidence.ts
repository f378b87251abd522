import type { Db } from '#platform/db/client.ts';
import type { Evidence, Witness } from '../../../feature.ts';

const entryOf = (sql: Db, what: 'added' | 'removed') => sql`
  select from audit_entries where subject = r.id::text and action = ${`alert_receiver.${what}`}`;

/**
 * Servers that are told of alerts: a stranger's is named, one that somebody silenced past the shop, and one whose row is gone. Whatever an
 * entry says in place of an id is compared as text: what can't be read would end the check.
 */
export const receiverEvidence: Evidence[] = [
  {
    what: 'alert receiver',
    table: 'alert_receivers',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select id, coalesce(removed_at, created_at) as at, sealed_facts(r) as facts, mac,
        case when not exists (${entryOf(sql, 'added')}) then 'has no entry in the audit log'
          when removed_at is not null and not exists (${entryOf(sql, 'removed')})
            then 'was removed without an entry in the audit log'
          when removed_at is null and exists (${entryOf(sql, 'removed')}) then 'is told again after it was removed'
        end as flaw
      from alert_receivers r where id > ${after} order by id limit ${limit}`,
  },
  {
    what: 'alert receiver',
    table: 'alert_receivers',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select subject as id, at, null as facts, null::bytea as mac, 'is gone from its table' as flaw from audit_entries e
      where action = 'alert_receiver.added' and subject collate "C" > ${after}
        and not exists (select from alert_receivers r where r.id::text = e.subject)
      order by subject collate "C" limit ${limit}`,
  },
];
