import type { Evidence, Witness } from '../../feature.ts';
import { hasSecondFactor } from '../../identity/sessions/has-second-factor.ts';

/**
 * Accounts, and what two people put on a balance. A MAC shows that an account once was as it is; the audit log, that
 * nobody brought back duties, a tier or access that were taken since.
 */
export const userEvidence: Evidence[] = [
  {
    what: 'account',
    table: 'users',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select id, created_at as at, sealed_facts(u) as facts, mac,
        case
          when coalesce(given.duties, to_jsonb(u.duties)) <> to_jsonb(u.duties)
            then 'has other duties than the audit log says'
          when coalesce(granted.tier, to_jsonb(u.tier)) <> to_jsonb(u.tier)
            then 'has another tier than the audit log says'
          when closed.action = 'user.disabled' and u.disabled_at is null
            then 'is open although the audit log says that it is disabled'
          when u.second_factor and not ${hasSecondFactor(sql, sql`u.id`)}
            then 'has lost its second factor past the shop'
        end as flaw
      from users u
        left join lateral (select coalesce(details -> 'to', details -> 'duties') as duties from audit_entries
          where subject = u.id::text and action in ('user.added', 'user.duties_changed')
          order by id desc limit 1) given on true
        left join lateral (select details -> 'to' as tier from audit_entries
          where subject = u.id::text and action = 'user.tier_changed' order by id desc limit 1) granted on true
        left join lateral (select action from audit_entries
          where subject = u.id::text and action in ('user.disabled', 'user.enabled') order by id desc
          limit 1) closed on true
      where u.id > ${after} order by u.id limit ${limit}`,
  },
  {
    what: 'adjustment of a balance',
    table: 'balance_adjustments',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select id, booked_at as at, null as facts, null as mac,
        case when not exists (
          select from audit_entries
          where subject = a.user_id::text and action = 'balance.adjusted' and details ->> 'adjustment_id' = a.id::text)
          then 'has no entry in the audit log' end as flaw
      from balance_adjustments a where id > ${after} order by id limit ${limit}`,
  },
];
