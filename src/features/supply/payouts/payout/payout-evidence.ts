import type { Evidence, Witness } from '../../../feature.ts';

/** Payouts as the shop wrote them, and those that were paid or came back with their entries in the audit log. */
export const payoutEvidence: Evidence[] = [
  {
    what: 'payout',
    table: 'seller_payouts',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select id, coalesce(failed_at, paid_at, created_at) as at, sealed_facts(p) as facts, mac,
        case when state in ('paid', 'failed', 'reversed') and not exists (
          select from audit_entries where subject = p.seller_id::text and action = 'payout.' || p.state
            and details ->> 'payout_id' = p.id::text)
          then 'has no entry in the audit log' end as flaw
      from seller_payouts p where id > ${after} order by id limit ${limit}`,
  },
];
