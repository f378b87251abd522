import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Ctx } from '../../../ctx.ts';

const PURPOSE = 'passkey challenge';
const LIFE_MS = 5 * MINUTE_MS;

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
  const row = { id: randomUUIDv7(), user_id, purpose, challenge, expires_at, ...about };
  await ctx.sql`insert into passkey_challenges ${ctx.sql({ ...row, mac: ctx.vault.mac(PURPOSE, textOf(row)) })}`;
  return { id: row.id, challenge: new Uint8Array(Buffer.from(challenge, 'base64url')) };
}

interface Row extends ChallengeFor {
  id: string;
  challenge: string;
  expires_at: Date | string;
  proposal_id?: string | null;
  decision?: Signed['decision'] | null;
  nonce?: string | null;
}

/** All of a row: an answer that was kept, as those are that sign decisions, counts neither later nor for anything else. */
const textOf = ({ id, user_id, purpose, challenge, expires_at, proposal_id, decision, nonce }: Row) =>
  JSON.stringify([
    id,
    user_id,
    purpose,
    challenge,
    new Date(expires_at).getTime(),
    proposal_id ?? null,
    decision ?? null,
    nonce ?? null,
  ]);

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
  const [row] = await ctx.sql<(Row & { mac: Uint8Array | null })[]>`
    delete from passkey_challenges
    where id = ${id} and purpose = ${purpose} and user_id is not distinct from ${user_id}
      and expires_at > ${ctx.clock.now()}
    returning *`;
  if (!row?.mac || !ctx.vault.verifyMac(PURPOSE, textOf(row), row.mac))
    throw invalidField('passkey', message('passkey.too_late'));
  const { challenge, proposal_id, decision, nonce } = row;
  return { challenge, signed: proposal_id && decision && nonce ? { proposal_id, decision, nonce } : null };
}
