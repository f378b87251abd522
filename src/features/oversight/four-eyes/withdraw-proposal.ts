import type { Input } from '#contracts/call.ts';
import type { withdrawProposal as contract } from '#contracts/oversight/four-eyes.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { closeProposal } from './close-proposal.ts';

interface Found {
  id: string;
  kind: string;
  subject: string;
  proposer_id: string;
  decision: string | null;
}

/** Lets the proposer withdraw a proposal that is still undecided. */
export async function withdrawProposal(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<undefined> {
  requireDuty(actor);
  await transaction(ctx.sql, async (sql) => {
    const [found] = await sql<Found[]>`
      select id, kind, subject, proposer_id, decision from proposals where id = ${id} for update`;
    if (!found) throw new AppError('not_found', message('approvals.missing'));
    if (found.proposer_id !== actor.user.id) throw new AppError('forbidden', message('approvals.not_yours'));
    if (found.decision !== null) throw new AppError('conflict', message('approvals.decided_already'));
    await closeProposal(ctx, sql, actor, found, { decision: 'withdrawn' });
  });
}
