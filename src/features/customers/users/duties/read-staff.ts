import type { Duty, StaffMember } from '#contracts/customers/users.ts';
import type { Db, Query } from '#platform/db/client.ts';
import type { Actor } from '../../../ctx.ts';
import { hasSecondFactor } from '../../../identity/sessions/has-second-factor.ts';
import { approvers } from '../../../oversight/four-eyes/proposal/read-open-proposal.ts';
import { dutyKind } from './duty-kind.ts';

const MAX = 500;

type Row = Omit<StaffMember, 'proposal'> & {
  proposal_id: string | null;
  proposer: { id: string; username: string };
  proposed_at: string;
  own: boolean;
  approved_by: string[];
  proposed: string;
  reason: string;
};

/** People with their duties and the change proposed for them, by name; `which` is a condition on users `u`. */
export async function readStaff(sql: Db, actor: Actor, which: Query): Promise<StaffMember[]> {
  const rows = await sql<Row[]>`
    select u.id, u.username, u.role, u.duties, u.disabled_at, ${hasSecondFactor(sql, sql`u.id`)} as second_factor,
      p.id as proposal_id, jsonb_build_object('id', w.id, 'username', w.username) as proposer, p.proposed_at,
      p.proposer_id = ${actor.user.id} as own, ${approvers(sql)} as approved_by,
      p.facts ->> 'duties' as proposed, p.reason
    from users u
    left join proposals p on p.kind = ${dutyKind.name} and p.subject = u.id and p.decision is null
    left join users w on w.id = p.proposer_id
    where ${which} order by u.username limit ${MAX}`;
  return rows.map(({ proposal_id, proposer, proposed_at, own, approved_by, proposed, reason, ...person }) => ({
    ...person,
    proposal: proposal_id
      ? {
          id: proposal_id,
          proposer,
          proposed_at,
          own,
          approved_by,
          approvals_needed: 1,
          duties: listOf(proposed),
          reason,
        }
      : null,
  }));
}

/** As a proposal's facts keep them. */
const listOf = (duties: string) => duties.split(',').filter(Boolean) as Duty[];
