import type { OpenProposal } from '#contracts/oversight/four-eyes.ts';
import type { Db } from '#platform/db/client.ts';
import type { Actor } from '../../../ctx.ts';
import type { ProposalFacts, ProposalKind } from '../../../feature.ts';

/** SQL for the names of those who have approved a proposal with the alias `p`, in order. */
export const approvers = (sql: Db) => sql`
  coalesce((select jsonb_agg(w.username order by a.at) from proposal_approvals a join users w on w.id = a.approver_id
    where a.proposal_id = p.id), '[]')`;

/** An open proposal with its words and its facts. */
export interface StatedProposal extends OpenProposal {
  reason: string;
  facts: ProposalFacts;
}

/** The open proposal about a subject, with what it says. */
export async function readStatedProposal(
  sql: Db,
  actor: Actor,
  kind: ProposalKind,
  subject: string,
): Promise<StatedProposal | null> {
  const [open] = await sql<Omit<StatedProposal, 'approvals_needed'>[]>`
    select p.id, jsonb_build_object('id', u.id, 'username', u.username) as proposer, p.proposed_at,
      p.proposer_id = ${actor.user.id} as own, ${approvers(sql)} as approved_by, p.reason, p.facts
    from proposals p join users u on u.id = p.proposer_id
    where p.kind = ${kind.name} and p.subject = ${subject} and p.decision is null`;
  return open ? { ...open, approvals_needed: kind.approvals ?? 1 } : null;
}

/** The open proposal about a subject, for the page where it is decided. */
export async function readOpenProposal(
  sql: Db,
  actor: Actor,
  kind: ProposalKind,
  subject: string,
): Promise<OpenProposal | null> {
  const stated = await readStatedProposal(sql, actor, kind, subject);
  if (!stated) return null;
  const { reason: _reason, facts: _facts, ...open } = stated;
  return open;
}
