import type { Evidence, Witness } from '../../feature.ts';
import { lacksSignature } from './signatures/signature-evidence.ts';

/** Proposals, decisions, and the signatures of deciders with a passkey. Decisions from before rows had MACs may lack an entry of the audit log. */
export const decisionEvidence: Evidence[] = [
  {
    what: 'proposal',
    table: 'proposals',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select id, coalesce(decided_at, proposed_at) as at, sealed_facts(p) as facts, mac,
        case when decision is not null
          and decided_at >= coalesce((select sealed_at from sealings where name = 'proposals'), '-infinity')
          and not exists (select from audit_entries where subject = p.id::text and action = 'proposal.' || p.decision
            and actor_id = p.decider_id)
          then 'has no entry in the audit log'
          when ${lacksSignature(sql, {
            proposal_id: sql`p.id`,
            decider_id: sql`p.decider_id`,
            decision: sql`p.decision`,
            action: sql`('proposal.' || p.decision)`,
            in_parts: sql`p.kind = 'quarantine.admission'`,
          })} and p.decision <> 'withdrawn' then 'is not signed, although its decider had a passkey' end as flaw
      from proposals p where id > ${after} order by id limit ${limit}`,
  },
  {
    what: 'first approval of proposal',
    table: 'proposal_approvals',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select proposal_id as id, at, sealed_facts(a) as facts, mac,
        case when ${lacksSignature(sql, {
          proposal_id: sql`a.proposal_id`,
          decider_id: sql`a.approver_id`,
          decision: sql`'approved'`,
          action: sql`'proposal.approved_first'`,
          in_parts: sql`false`,
        })} then 'is not signed, although its approver had a passkey' end as flaw
      from proposal_approvals a where proposal_id > ${after} order by proposal_id fetch first ${limit} rows with ties`,
  },
];
