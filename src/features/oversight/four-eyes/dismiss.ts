import type { Db } from '#platform/db/client.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import type { ProposalKind } from '../../feature.ts';
import { closeProposal } from './close-proposal.ts';
import { lockProposal } from './proposal/lock-proposal.ts';

interface Dismissal {
  kind: ProposalKind;
  subject: string;
  /** Absent where no person gave one. */
  reason?: string;
}

/**
 * Closes the open proposal because something else was decided or proposed about its subject, or the subject changed.
 * Returns whether there was one.
 */
export async function dismiss(ctx: Ctx, sql: Db, actor: Actor, { kind, subject, reason }: Dismissal): Promise<boolean> {
  const open = await lockProposal(ctx, sql, kind, subject);
  if (!open) return false;
  const decision = open.proposer_id === actor.user.id ? 'withdrawn' : 'rejected';
  await closeProposal(ctx, sql, actor, open, { decision, reason, dismissed: true });
  return true;
}
