import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Assertion } from '#contracts/identity/factors.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Ctx } from '../../../ctx.ts';
import { checkSeals, type Seal } from '../../sessions/seals/check-seals.ts';
import { relyingParty, userHandle } from './relying-party.ts';

interface Row extends Omit<Seal, 'table'> {
  user_id: string;
  public_key: Uint8Array;
  counter: number;
  disabled: boolean;
}

/**
 * Verifies a passkey's response in the caller's transaction: this challenge, this shop, a verified person. Returns the
 * user's id and the key. Refuses a counter that hasn't increased: the key may have been cloned.
 */
export async function verifyPasskey(
  ctx: Ctx,
  sql: Db,
  response: Assertion,
  { challenge, user_id }: { challenge: string; user_id: string | null },
): Promise<{ user_id: string; public_key: Uint8Array }> {
  const [key] = await sql<Row[]>`
    select p.id, p.user_id, p.public_key, p.counter, u.disabled_at is not null as disabled,
      sealed_facts(p) as facts, p.mac
    from passkeys p join users u on u.id = p.user_id
    where p.credential_id = ${response.id} and (${user_id}::uuid is null or p.user_id = ${user_id}) for update of p`;
  if (!key || key.disabled || !checkSeals(ctx, { ...key, table: 'passkeys' })) throw refused();
  const handle = response.response.userHandle;
  if (handle && !userHandle(key.user_id).every((byte, at) => byte === Buffer.from(handle, 'base64url')[at]))
    throw refused();
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(ctx);
  const credential = { id: response.id, publicKey: new Uint8Array(key.public_key), counter: key.counter };
  const checked = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    credential,
    requireUserVerification: true,
  }).catch((error: Error) => {
    ctx.log.warn({ passkey_id: key.id, reason: error.message }, 'a passkey was refused');
    return null;
  });
  if (!checked?.verified) throw refused();
  await sql`
    update passkeys set counter = ${checked.authenticationInfo.newCounter}, last_used_at = ${ctx.clock.now()}
    where id = ${key.id}`;
  return { user_id: key.user_id, public_key: key.public_key };
}

const refused = () => invalidField('passkey', message('passkey.refused'));
