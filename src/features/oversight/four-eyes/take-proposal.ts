import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import type { ProposalKind } from '../../feature.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { lockProposal, type OpenProposal } from './proposal/lock-proposal.ts';
import { requireSignature } from './signatures/require-signature.ts';

interface Which {
  kind: ProposalKind;
  subject: string;
  /** The proposal that the caller read, if named: any other is refused. */
  id?: string;
  decision: 'approved' | 'rejected';
}

/**
 * Locks the open proposal about a subject for its decider, who isn't its proposer, and has signed the decision if they have
 * a passkey.
 */
export async function takeProposal(
  ctx: Ctx,
  sql: Db,
  actor: Actor,
  { kind, subject, id, decision }: Which,
): Promise<OpenProposal> {
  requireDuty(actor, kind.duty);
  const open = await lockProposal(ctx, sql, kind, subject);
  if (!open) throw new AppError('conflict', message('approvals.none_open'));
  if (id !== undefined && open.id !== id) throw new AppError('conflict', message('approvals.changed'));
  if (open.proposer_id === actor.user.id) throw new AppError('forbidden', message(kind.own));
  await requireSignature(ctx, sql, actor, { id: open.id, decision });
  return open;
}
