import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import type { ProposalFacts, ProposalKind } from '../../feature.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { notifyDashboard } from '../../messages/notifications/notify-dashboard.ts';

interface NewProposal {
  kind: ProposalKind;
  subject: string;
  facts: ProposalFacts;
  /** Absent where nobody is asked for one. */
  reason?: string;
}

/** Opens a proposal in the caller's transaction and tells the back office. Who may propose is the caller's rule. */
export async function propose(
  ctx: Ctx,
  sql: Db,
  actor: Actor,
  { kind, subject, facts, reason }: NewProposal,
): Promise<void> {
  requireDuty(actor);
  const [proposal] = await sql<{ id: string; facts: string }[]>`
    insert into proposals (kind, subject, facts, proposer_id, reason, proposed_at)
    values (${kind.name}, ${subject}, ${sql.json(facts)}, ${actor.user.id}, ${reason ?? null}, ${ctx.clock.now()})
    on conflict (kind, subject) where decision is null do nothing
    returning id, sealed_facts(proposals) as facts`;
  if (!proposal) throw new AppError('conflict', message('approvals.open_already'));
  await sealRow(ctx.vault, sql, 'proposals', proposal);
  await appendAudit(sql, {
    ...by(actor),
    action: 'proposal.opened',
    subject: proposal.id,
    details: { kind: kind.name, subject, reason: reason ?? null },
  });
  await notifyDashboard(sql, kind.duty ? [kind.duty] : ['support', 'approver'], {
    type: 'info',
    title: message('approvals.proposed'),
    content: kind.label(facts),
    link: kind.link?.(subject, facts) ?? pagePath('/admin/approvals'),
    by: actor.user.id,
  });
}
