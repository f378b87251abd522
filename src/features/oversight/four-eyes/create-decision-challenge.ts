import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Input, Reply } from '#contracts/call.ts';
import type { createDecisionChallenge as contract } from '#contracts/oversight/four-eyes.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { createChallenge } from '../../identity/factors/passkeys/challenge.ts';
import { relyingParty } from '../../identity/factors/passkeys/relying-party.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';

/** A challenge for one of the person's passkeys that stands for a decision: whoever answers it has signed that. */
export async function createDecisionChallenge(
  ctx: Ctx,
  actor: Actor,
  { params: { id: proposal_id }, body: { decision } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  requireDuty(actor);
  const { id: user_id } = actor.user;
  const [open] = await ctx.sql<{ text: string; own: boolean; decided: boolean }[]>`
    select decision_text(p, ${decision}, ${user_id}) as text, proposer_id = ${user_id} as own,
      decision is not null as decided
    from proposals p where id = ${proposal_id}`;
  if (!open) throw new AppError('not_found', message('approvals.missing'));
  if (open.own) throw new AppError('forbidden', message('approvals.not_own'));
  if (open.decided) throw new AppError('conflict', message('approvals.decided_already'));
  const own = await ctx.sql<{ id: string; transports: string[] }[]>`
    select credential_id as id, transports from passkeys where user_id = ${user_id} order by id limit 20`;
  if (own.length === 0) throw new AppError('conflict', message('approvals.no_passkey'));
  const signs = { proposal_id, decision, text: open.text };
  const { id, challenge } = await createChallenge(ctx, { purpose: 'confirm', user_id, signs });
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge,
    allowCredentials: [...own],
    userVerification: 'required',
  });
  return { data: { challenge_id: id, options: { ...options } } };
}
