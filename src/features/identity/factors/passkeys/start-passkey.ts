import { generateRegistrationOptions } from '@simplewebauthn/server';
import type { Reply } from '#contracts/call.ts';
import type { startPasskey as contract } from '#contracts/identity/factors.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { createChallenge } from './challenge.ts';
import { MAX_PASSKEYS } from './list-passkeys.ts';
import { relyingParty, userHandle } from './relying-party.ts';

/** A challenge to create a passkey that signs in without a username and verifies its holder. */
export async function startPasskey(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const { id: user_id, username } = actor.user;
  const own = await ctx.sql<{ id: string; transports: string[] }[]>`
    select credential_id as id, transports from passkeys where user_id = ${user_id} order by id`;
  if (own.length >= MAX_PASSKEYS) throw new AppError('conflict', message('passkey.too_many', { count: MAX_PASSKEYS }));
  const { id, challenge } = await createChallenge(ctx, { purpose: 'register', user_id });
  const options = await generateRegistrationOptions({
    rpName: (await ctx.branding.read()).name,
    rpID: relyingParty(ctx).id,
    userName: username,
    userID: userHandle(user_id),
    challenge,
    attestationType: 'none',
    excludeCredentials: [...own],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { data: { challenge_id: id, options: { ...options } } };
}
