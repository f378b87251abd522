import type { Evidence, Witness } from '../../../feature.ts';

/** Cards whose codes were shown. */
export const revealEvidence: Evidence = {
  what: 'reveal of order line',
  table: 'order_lines',
  read: (sql, { after, limit }) => sql<Witness[]>`
    select id, revealed_at as at, null as facts, null as mac,
      case when not exists (select from audit_entries where subject = l.card_id::text and action = 'card.revealed')
        then 'has no entry in the audit log' end as flaw
    from order_lines l where id > ${after} and revealed_at is not null order by id limit ${limit}`,
};
