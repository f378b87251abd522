import { createHash, randomBytes } from 'node:crypto';
import { message } from '#i18n/message.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Ctx } from '../../ctx.ts';

const LIFE_MS = 5 * 60_000;

export interface ChallengeFor {
  purpose: 'register' | 'sign_in' | 'confirm';
  /** Null for a sign-in: the response tells who it is. */
  user_id: string | null;
}

/** The decision about a proposal that an answer to a challenge signs. */
export interface Signed {
  proposal_id: string;
  decision: 'approved' | 'rejected';
  nonce: string;
}

interface NewChallenge extends ChallengeFor {
  /** A decision, and the text of it that is to be signed. */
  signs?: Omit<Signed, 'nonce'> & { text: string };
}

/** Creates a challenge that can be answered once, within five minutes. */
export async function createChallenge(ctx: Ctx, { purpose, user_id, signs }: NewChallenge) {
  const nonce = randomBytes(32).toString('base64url');
  const challenge = signs ? signingChallenge(nonce, signs.text) : nonce;
  const about = signs && { proposal_id: signs.proposal_id, decision: signs.decision, nonce };
  const expires_at = new Date(ctx.clock.now().getTime() + LIFE_MS);
  const [row] = await ctx.sql<{ id: string }[]>`
    insert into passkey_challenges ${ctx.sql({ user_id, purpose, challenge, expires_at, ...about })} returning id`;
  return { id: row!.id, challenge: new Uint8Array(Buffer.from(challenge, 'base64url')) };
}

/** Bound to the SHA-256 of a text, and worth nothing for another time by its nonce. */
export const signingChallenge = (nonce: string, text: string): string =>
  createHash('sha256')
    .update(Buffer.from(nonce, 'base64url'))
    .update(createHash('sha256').update(text).digest())
    .digest('base64url');

/** Consumes a challenge, whatever the outcome. Throws if it is used, expired or for another purpose. */
export async function takeChallenge(
  ctx: Ctx,
  id: string,
  { purpose, user_id }: ChallengeFor,
): Promise<{ challenge: string; signed: Signed | null }> {
  const [row] = await ctx.sql<({ challenge: string } & { [key in keyof Signed]: Signed[key] | null })[]>`
    delete from passkey_challenges
    where id = ${id} and purpose = ${purpose} and user_id is not distinct from ${user_id} and expires_at > ${ctx.clock.now()}
    returning challenge, proposal_id, decision, nonce`;
  if (!row) throw invalidField('passkey', message('passkey.too_late'));
  const { challenge, proposal_id, decision, nonce } = row;
  return { challenge, signed: proposal_id && decision && nonce ? { proposal_id, decision, nonce } : null };
}
