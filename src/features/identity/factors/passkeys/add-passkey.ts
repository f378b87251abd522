import { createHash } from 'node:crypto';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Input, Reply } from '#contracts/call.ts';
import type { addPasskey as contract } from '#contracts/identity/factors.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { isUniqueViolation } from '#platform/db/pg-errors.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { markConfirmed } from '../change/mark-confirmed.ts';
import { notifyFactorChange } from '../change/notify-factor-change.ts';
import { replaceRecoveryCodes } from '../recovery-codes/recovery-codes.ts';
import { secondFactorsOf } from '../recovery-codes/second-factors.ts';
import { takeChallenge } from './challenge.ts';
import { MAX_PASSKEYS } from './list-passkeys.ts';
import { relyingParty } from './relying-party.ts';

type Body = Input<typeof contract>['body'];

/** Adds a passkey. The first second factor comes with recovery codes: a lost key must not lock anyone out. */
export async function addPasskey(
  ctx: Ctx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { id: user_id } = actor.user;
  const { challenge } = await takeChallenge(ctx, body.challenge_id, { purpose: 'register', user_id });
  const { credential } = await verified(ctx, body, challenge);
  try {
    return await transaction(ctx.sql, async (sql) => {
      await sql`select from users where id = ${user_id} for no key update`;
      const before = await secondFactorsOf(sql, user_id);
      const [added] = await sql<(Reply<typeof contract>['data'] & { facts: string })[]>`
        insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
        select ${user_id}, ${credential.id}, ${credential.publicKey}, ${credential.counter},
          ${body.response.response.transports ?? []},
          ${body.name}, ${ctx.clock.now()}
          where (select count(*) from passkeys where user_id = ${user_id}) < ${MAX_PASSKEYS}
        returning id, name, created_at, last_used_at, sealed_facts(passkeys) as facts`;
      if (!added) throw new AppError('conflict', message('passkey.too_many', { count: MAX_PASSKEYS }));
      const { facts, ...data } = added;
      await sealRow(ctx.vault, sql, 'passkeys', { id: data.id, facts });
      const recovery_codes = before.recovery_code ? null : await replaceRecoveryCodes(ctx, sql, user_id);
      await markConfirmed(ctx, sql, actor, 'passkey');
      const details = { key: createHash('sha256').update(credential.publicKey).digest('hex') };
      await appendAudit(sql, { ...by(actor), action: 'auth.passkey_added', subject: data.id, details });
      await notifyFactorChange(sql, user_id, 'passkey_added');
      return { data, recovery_codes };
    });
  } catch (error) {
    if (isUniqueViolation(error, 'passkeys_credential_id_key')) throw refused();
    throw error;
  }
}

async function verified(ctx: Ctx, { response }: Body, expectedChallenge: string) {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(ctx);
  const checked = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
  }).catch((error: Error) => {
    ctx.log.warn({ reason: error.message }, 'a new passkey was refused');
    return null;
  });
  if (!checked?.verified) throw refused();
  return checked.registrationInfo;
}

const refused = () => invalidField('passkey', message('passkey.not_added'));
