import { randomBytes } from 'node:crypto';
import { message } from '#i18n/message.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Ctx } from '../../ctx.ts';

const LIFE_MS = 5 * 60_000;

export interface ChallengeFor {
  purpose: 'register' | 'sign_in' | 'confirm';
  /** Null for a sign-in: the response tells who it is. */
  user_id: string | null;
}

/** Creates a challenge that can be answered once, within five minutes. */
export async function createChallenge(ctx: Ctx, { purpose, user_id }: ChallengeFor) {
  const challenge = new Uint8Array(randomBytes(32));
  const expires = new Date(ctx.clock.now().getTime() + LIFE_MS);
  const [row] = await ctx.sql<{ id: string }[]>`
    insert into passkey_challenges (user_id, purpose, challenge, expires_at)
    values (${user_id}, ${purpose}, ${Buffer.from(challenge).toString('base64url')}, ${expires}) returning id`;
  return { id: row!.id, challenge };
}

/** Consumes a challenge, whatever the outcome. Throws if it is used, expired or for another purpose. */
export async function takeChallenge(ctx: Ctx, id: string, { purpose, user_id }: ChallengeFor): Promise<string> {
  const [row] = await ctx.sql<{ challenge: string }[]>`
    delete from passkey_challenges
    where id = ${id} and purpose = ${purpose} and user_id is not distinct from ${user_id} and expires_at > ${ctx.clock.now()}
    returning challenge`;
  if (!row) throw invalidField('passkey', message('passkey.too_late'));
  return row.challenge;
}
