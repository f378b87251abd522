import type { Input, Reply } from '#contracts/call.ts';
import type { listProposals as contract, Proposal } from '#contracts/oversight/four-eyes.ts';
import { translate } from '#i18n/translate.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import type { ProposalFacts, ProposalKind } from '../../feature.ts';
import { approvers } from './proposal/read-open-proposal.ts';

type Row = Omit<Proposal, 'label' | 'link'> & { facts: ProposalFacts };

/** Proposals that wait for the caller, and the caller's own, the longest waiting first unless sorted. */
export const listProposals = (kinds: readonly ProposalKind[]) =>
  async function listProposals(
    { sql }: Ctx,
    actor: Actor,
    { query }: Input<typeof contract>,
  ): Promise<Reply<typeof contract>> {
    const { id, roles } = actor.user;
    const page = numberedPage(query);
    const mine = kinds.filter(({ duty }) => !duty || roles.includes(duty)).map(({ name }) => name);
    const known = new Map(kinds.map((kind) => [kind.name, kind]));
    const shown = () => sql`
      p.decision is null and (
        (p.proposer_id = ${id} and p.kind = any(${[...known.keys()]}))
          or (p.proposer_id <> ${id} and p.kind = any(${mine})
          and not exists (select from proposal_approvals where proposal_id = p.id and approver_id = ${id})))`;
    const [[counts], rows] = await Promise.all([
      sql<[{ total: number; waiting: number }]>`
        select count(*) as total, count(*) filter (where p.proposer_id <> ${id}) as waiting
        from proposals p where ${shown()}`,
      sql<Row[]>`
        select p.id, p.kind, p.subject, p.facts, jsonb_build_object('id', u.id, 'username', u.username) as proposer,
          p.reason, p.proposed_at, p.proposer_id = ${id} as own, ${approvers(sql)} as approved_by
        from proposals p join users u on u.id = p.proposer_id where ${shown()}
        order by ${query.sort === '-proposed_at' ? sql`p.proposed_at desc` : sql`p.proposed_at`}, p.id
        limit ${page.per_page} offset ${offsetOf(page)}`,
    ]);
    const data = rows.map(({ facts, ...row }) => {
      const kind = known.get(row.kind)!;
      return {
        ...row,
        label: translate(localeOf(actor), kind.label(facts)),
        link: kind.link?.(row.subject, facts) ?? null,
      };
    });
    return { data, meta: numberedMeta(page, counts.total, data.length), waiting: counts.waiting };
  };
