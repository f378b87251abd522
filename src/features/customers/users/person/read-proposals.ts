import type { PersonProposal } from '#contracts/customers/users.ts';
import { translate } from '#i18n/translate.ts';
import type { Db } from '#platform/db/client.ts';
import { type Actor, localeOf } from '../../../ctx.ts';
import type { ProposalFacts, ProposalKind } from '../../../feature.ts';
import { approvers } from '../../../oversight/four-eyes/proposal/read-open-proposal.ts';

const SHOWN = 20;

type Row = Omit<PersonProposal, 'label' | 'link' | 'approvals_needed'> & { facts: ProposalFacts };

/** What was proposed about an account, the newest first. */
export async function readProposals(
  sql: Db,
  actor: Actor,
  kinds: readonly ProposalKind[],
  user_id: string,
): Promise<PersonProposal[]> {
  const known = new Map(kinds.map((kind) => [kind.name, kind]));
  const rows = await sql<Row[]>`
    select p.id, p.kind, p.facts, jsonb_build_object('id', u.id, 'username', u.username) as proposer,
      p.reason, p.proposed_at, p.decision, p.proposer_id = ${actor.user.id} as own, ${approvers(sql)} as approved_by
    from proposals p join users u on u.id = p.proposer_id
    where p.subject = ${user_id} and p.kind = any(${[...known.keys()]}) order by p.id desc limit ${SHOWN}`;
  return rows.map(({ facts, ...row }) => {
    const kind = known.get(row.kind)!;
    return {
      ...row,
      label: translate(localeOf(actor), kind.label(facts)),
      link: kind.link?.(user_id, facts) ?? null,
      approvals_needed: kind.approvals ?? 1,
    };
  });
}
