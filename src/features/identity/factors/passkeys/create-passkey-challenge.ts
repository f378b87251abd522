import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Reply } from '#contracts/call.ts';
import type { createPasskeyChallenge as contract } from '#contracts/identity/factors.ts';
import type { Ctx, Visitor } from '../../../ctx.ts';
import { createChallenge } from './challenge.ts';
import { relyingParty } from './relying-party.ts';

/** A challenge for any passkey of this shop or, when signed in, for one of the user's own. */
export async function createPasskeyChallenge(ctx: Ctx, { user }: Visitor): Promise<Reply<typeof contract>> {
  const { id, challenge } = await createChallenge(ctx, {
    purpose: user ? 'confirm' : 'sign_in',
    user_id: user?.id ?? null,
  });
  const own = user
    ? await ctx.sql<{ id: string; transports: string[] }[]>`
      select credential_id as id, transports from passkeys where user_id = ${user.id} order by id limit 20`
    : [];
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge,
    allowCredentials: [...own],
    userVerification: 'required',
  });
  return { data: { challenge_id: id, options: { ...options } } };
}
