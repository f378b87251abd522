import { DASHBOARD_CHANNEL } from '#contracts/channels.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { appendEvent } from '#platform/events/append-event.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../ctx.ts';
import { closeProposal } from './close-proposal.ts';
import type { OpenProposal } from './lock-proposal.ts';
import type { ProposalKind } from './proposal-kind.ts';
import { takeProposal } from './take-proposal.ts';

interface Decision {
  kind: ProposalKind;
  subject: string;
  /** Of the proposal that was read, where the caller names it: another one is refused. */
  id?: string;
  decision: 'approved' | 'rejected';
  /** Absent where nobody is asked for one. */
  reason?: string;
}

/**
 * Another person than the proposer decides the open proposal, in the transaction of what follows from it. `settled` is
 * false while a kind that takes two approvals has only the first.
 */
export async function decide(
  ctx: Ctx,
  sql: Db,
  actor: Actor,
  { kind, subject, id, decision, reason }: Decision,
): Promise<OpenProposal & { settled: boolean }> {
  const open = await takeProposal(sql, actor, { kind, subject, ...(id !== undefined && { id }) });
  if (decision === 'approved' && kind.approvals === 2 && !(await isSecond(sql, actor, open.id))) {
    await recordFirst(ctx, sql, actor, open, reason);
    return { ...open, settled: false };
  }
  await closeProposal(ctx, sql, actor, open, { decision, reason });
  return { ...open, settled: true };
}

async function isSecond(sql: Db, actor: Actor, proposal_id: string): Promise<boolean> {
  const [first] = await sql<{ own: boolean }[]>`
    select approver_id = ${actor.user.id} as own from proposal_approvals where proposal_id = ${proposal_id}`;
  if (first?.own) throw new AppError('forbidden', message('approvals.approved_by_you'));
  return first !== undefined;
}

async function recordFirst(
  ctx: Ctx,
  sql: Db,
  actor: Actor,
  { id, kind, subject }: OpenProposal,
  reason: string | undefined,
): Promise<void> {
  await sql`insert into proposal_approvals (proposal_id, approver_id, at) values (${id}, ${actor.user.id}, ${ctx.clock.now()})`;
  await appendAudit(sql, {
    ...by(actor),
    action: 'proposal.approved_first',
    subject: id,
    details: { kind, subject, reason: reason ?? null },
  });
  await appendEvent(sql, { channel: DASHBOARD_CHANNEL, event: 'proposal-closed', data: { id } });
}
