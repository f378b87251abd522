import type { Input } from '#contracts/call.ts';
import type { verifyEmail as contract } from '#contracts/identity/auth.ts';
import { message } from '#i18n/message.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Ctx, Visitor } from '../../../ctx.ts';
import { readEmailToken } from '../email-tokens/email-token.ts';
import { confirmAddress } from './confirm-address.ts';

/** Confirms the address that the token was mailed to. Posting the same token again changes nothing. */
export async function verifyEmail(ctx: Ctx, caller: Visitor, { body }: Input<typeof contract>): Promise<undefined> {
  const refusal = () => invalidField('token', message('auth.link_dead'));
  const id = readEmailToken(ctx, body.token, 'verify_email');
  if (!id) throw refusal();
  await confirmAddress(ctx, caller, id, refusal);
}
