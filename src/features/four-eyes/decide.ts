import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../ctx.ts';
import { requireDuty } from '../sessions/require-duty.ts';
import { closeProposal } from './close-proposal.ts';
import { lockProposal, type OpenProposal } from './lock-proposal.ts';
import type { ProposalKind } from './proposal-kind.ts';

interface Decision {
  kind: ProposalKind;
  subject: string;
  /** Of the proposal that was read, where the caller names it: another one is refused. */
  id?: string;
  decision: 'approved' | 'rejected';
  /** Absent where nobody is asked for one. */
  reason?: string;
}

/** A second person decides the open proposal, in the transaction of what follows from it. Never the one who proposed it. */
export async function decide(
  ctx: Ctx,
  sql: Db,
  actor: Actor,
  { kind, subject, id, decision, reason }: Decision,
): Promise<OpenProposal> {
  requireDuty(actor, kind.duty);
  const open = await lockProposal(sql, kind, subject);
  if (!open) throw new AppError('conflict', message('approvals.none_open'));
  if (id !== undefined && open.id !== id) throw new AppError('conflict', message('approvals.changed'));
  if (open.proposer_id === actor.user.id) throw new AppError('forbidden', message(kind.own));
  await closeProposal(ctx, sql, actor, open, { decision, reason });
  return open;
}
