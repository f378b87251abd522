import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { isGenuine, type SealedRow } from '#platform/vault/row-seal.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { relyingParty } from '../../../identity/factors/passkeys/relying-party.ts';
import { type StoredSignature, signsDecision } from '../../../identity/factors/signatures/signs-decision.ts';
import { FRESH_MS } from '../../../identity/factors/step-up/session-trust.ts';

interface Decided {
  id: string;
  decision: 'approved' | 'rejected';
}

/**
 * Throws unless the decider has signed this decision by a passkey of theirs in the last ten minutes. For whoever has
 * none, the MAC of the deciding process stands alone.
 */
export async function requireSignature(ctx: Ctx, sql: Db, actor: Actor, { id, decision }: Decided): Promise<void> {
  const [own] = await sql`select from passkeys where user_id = ${actor.user.id} limit 1`;
  if (!own) return;
  const signatures = await sql<(StoredSignature & SealedRow)[]>`
    select decision_text(p, ${decision}, ${actor.user.id}) as text, s.nonce, s.credential_id, s.public_key, s.origin,
      s.client_data, s.authenticator_data, s.signature, sealed_facts(s) as facts, s.mac
    from decision_signatures s join proposals p on p.id = s.proposal_id
      join passkeys k on k.user_id = s.decider_id and k.credential_id = s.credential_id and k.public_key = s.public_key
    where s.proposal_id = ${id} and s.decider_id = ${actor.user.id} and s.decision = ${decision}
      and s.origin = ${relyingParty(ctx).origin} and s.signed_at > ${new Date(ctx.clock.now().getTime() - FRESH_MS)}
    order by s.id desc limit 20`;
  for (const signature of signatures)
    if (isGenuine(ctx.vault, 'decision_signatures', signature) && (await signsDecision(signature))) return;
  throw new AppError('forbidden', message('approvals.sign_first')).marked({
    reason: 'signature_required',
    proposal_id: id,
    decision,
  });
}
