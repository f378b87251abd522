import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import * as account from '#contracts/identity/account.ts';
import * as auth from '#contracts/identity/auth.ts';
import * as factors from '#contracts/identity/factors.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { resetFactors } from '#features/customers/users/reset-factors.ts';
import { replaceRecoveryCodes } from '#features/identity/factors/recovery-codes/recovery-codes.ts';
import { altered } from '#tests/support/altered.ts';
import { createTestShop, password, type TestUser } from '#tests/support/shop.ts';

const shop = await createTestShop();
const visitor = shop.as(null);
const step_ms = 30_000;
const nextStep = () => shop.clock.advance(step_ms);
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(shop.clock.now().getTime() / 1000) + 30 * steps });

/** A user with an authenticator app, its secret and the recovery codes. */
async function withApp() {
  const user = await shop.createUser();
  const { body: started } = await shop.as(user)(factors.startTwoFactor);
  const { secret } = started.data;
  const confirmed = await shop.as(user)(factors.confirmTwoFactor, { body: { otp: codeOf(secret) } });
  expect(confirmed.status).toBe(200);
  nextStep();
  return { user, secret, codes: confirmed.body.data.recovery_codes };
}

const login = (user: TestUser, more: { otp?: string; ticket?: string; password?: string } = {}) =>
  visitor(auth.login, { body: { username: user.username, password, ...more } });

test('the codes count only once one of them was confirmed', async () => {
  const user = await shop.createUser();
  const { body } = await shop.as(user)(factors.startTwoFactor);
  expect(body.data.uri).toContain(`secret=${body.data.secret}`);
  expect((await login(user)).status).toBe(200);
  expect((await shop.as(user)(factors.getTwoFactor)).body.data).toMatchObject({
    enabled: false,
    recovery_codes_left: 0,
  });
  const refused = await shop.as(user)(factors.confirmTwoFactor, { body: { otp: '000000' } });
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['otp']]);
  const right = await shop.as(user)(factors.confirmTwoFactor, { body: { otp: codeOf(body.data.secret) } });
  expect(new Set(right.body.data.recovery_codes).size).toBe(10);
  expect((await shop.as(user)(factors.getTwoFactor)).body.data).toMatchObject({
    enabled: true,
    recovery_codes_left: 10,
  });
});

test('a sign-in with the right password says that a code is needed, and no call goes past it', async () => {
  const { user, secret } = await withApp();
  const needed = await login(user);
  expect(needed).toMatchObject({ status: 422, body: { reason: 'otp_required' } });
  expect(needed.body).not.toHaveProperty('access_token');
  const signedIn = await login(user, { otp: codeOf(secret) });
  expect(signedIn.status).toBe(200);
  expect((await shop.as({ token: signedIn.body.access_token })(auth.getCurrentUser)).status).toBe(200);
});

/** A user whose only second factor is a passkey; the browser's tests sign with a real one. */
async function withPasskey() {
  const user = await shop.createUser();
  await shop.sql`
    insert into passkeys (user_id, credential_id, public_key, name) values (${user.id}, ${user.id}, '', 'Phone')`;
  return { user, codes: await replaceRecoveryCodes(shop.ctx, shop.sql, user.id) };
}

test('an account with a passkey alone opens by password only with a recovery code, and says what it offers', async () => {
  const { user, codes } = await withPasskey();
  const needed = await login(user);
  expect(needed).toMatchObject({
    status: 422,
    body: {
      reason: 'otp_required',
      factors: ['passkey', 'recovery_code'],
      errors: { otp: ['Use your passkey or enter a recovery code.'] },
    },
  });
  const { ticket = '' } = needed.body as { ticket?: string };
  const ticketed = (otp: string) => visitor(auth.login, { body: { username: user.username, ticket, otp } });
  for (const otp of ['123456', 'abcde-fghij']) {
    expect(await ticketed(otp)).toMatchObject({ status: 422, body: { factors: ['passkey', 'recovery_code'] } });
    expect(await login(user, { otp })).toMatchObject({ status: 422, body: { reason: 'otp_required' } });
  }
  const signedIn = await ticketed(codes[0]!);
  expect(signedIn.status).toBe(200);
  const audit = await shop.sql`select details from audit_entries where actor_id = ${user.id} and action = 'auth.login'`;
  expect(audit).toMatchObject([{ details: { confirmed_by: 'recovery_code' } }]);
});

test('a passkey without recovery codes is all that is offered, and both where there is an app too', async () => {
  const { user } = await withPasskey();
  await shop.sql`delete from recovery_codes where user_id = ${user.id}`;
  expect(await login(user)).toMatchObject({ body: { factors: ['passkey'] } });
  const both = await withApp();
  await shop.sql`
    insert into passkeys (user_id, credential_id, public_key, name) values (${both.user.id}, ${both.user.id}, '', 'Phone')`;
  expect(await login(both.user)).toMatchObject({ body: { factors: ['passkey', 'totp', 'recovery_code'] } });
  expect((await login(both.user, { otp: codeOf(both.secret) })).status).toBe(200);
});

test('the sixth guess at a recovery code of an account with a passkey is a 429', async () => {
  const { user, codes } = await withPasskey();
  for (let i = 0; i < 5; i++) expect((await login(user, { otp: 'abcde-fghij' })).status).toBe(422);
  expect((await login(user, { otp: codes[0]! })).status).toBe(429);
});

test('a wrong password is answered as for a name that nobody has, whatever code comes with it', async () => {
  const { user, secret } = await withApp();
  const unknown = await visitor(auth.login, { body: { username: 'nobody-at-all', password: 'wrong-password-1' } });
  for (const otp of [undefined, codeOf(secret), '000000']) {
    const wrong = await login(user, { password: 'wrong-password-1', ...(otp && { otp }) });
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body]);
  }
});

test('the ticket stands for the password once it was right, for five minutes and until the password changes', async () => {
  const { user, secret } = await withApp();
  const ticketed = (ticket: string, otp: string) =>
    visitor(auth.login, { body: { username: user.username, ticket, otp } });
  const { ticket = '' } = (await login(user)).body as { ticket?: string };
  expect((await ticketed(altered(ticket), codeOf(secret))).body).not.toHaveProperty('reason');
  const stranger = await withApp();
  const stolen = { username: stranger.user.username, ticket, otp: codeOf(stranger.secret) };
  expect((await visitor(auth.login, { body: stolen })).status).toBe(422);
  expect((await ticketed(ticket, codeOf(secret))).status).toBe(200);
  shop.clock.advance(5 * MINUTE_MS);
  expect((await ticketed(ticket, codeOf(secret))).status).toBe(422);
});

test('a code is good for its own step and one beside it, and once', async () => {
  const { user, secret } = await withApp();
  for (let i = 0; i < 3; i++) nextStep();
  expect((await login(user, { otp: codeOf(secret, -2) })).status).toBe(422);
  expect((await login(user, { otp: codeOf(secret, 2) })).status).toBe(422);
  expect((await login(user, { otp: codeOf(secret, -1) })).status).toBe(200);
  expect((await login(user, { otp: codeOf(secret, -1) })).status).toBe(422);
  expect((await login(user, { otp: codeOf(secret, 1) })).status).toBe(200);
  // A code older than the last one used is rejected too.
  expect((await login(user, { otp: codeOf(secret) })).status).toBe(422);
});

test('of five sign-ins with one code at once a single one passes', async () => {
  const { user, secret } = await withApp();
  const otp = codeOf(secret);
  const { ticket = '' } = (await login(user)).body as { ticket?: string };
  const body = { username: user.username, ticket, otp };
  const answers = await Promise.all(Array.from({ length: 5 }, () => visitor(auth.login, { body })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('the sixth wrong code is a 429 for the right one too, and the window ends', async () => {
  const { user, secret } = await withApp();
  for (let i = 0; i < 5; i++) expect((await login(user, { otp: '000000' })).status).toBe(422);
  const refused = await login(user, { otp: codeOf(secret) });
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([429, ['otp']]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  shop.clock.advance(15 * MINUTE_MS + 1);
  expect((await login(user, { otp: codeOf(secret) })).status).toBe(200);
});

test('a stranger with a wrong password uses up no code of the owner', async () => {
  const { user, secret } = await withApp();
  for (let i = 0; i < 5; i++) await login(user, { password: 'wrong-password-1', otp: '000000' });
  shop.clock.advance(15 * MINUTE_MS + 1);
  expect((await login(user, { otp: codeOf(secret) })).status).toBe(200);
});

test('a recovery code signs in once, is counted and told by mail', async () => {
  const { user, codes } = await withApp();
  const [code = ''] = codes;
  expect((await login(user, { otp: code.toUpperCase().replace('-', ' ') })).status).toBe(200);
  expect((await login(user, { otp: code })).status).toBe(422);
  expect((await shop.as(user)(factors.getTwoFactor)).body.data.recovery_codes_left).toBe(9);
  await shop.runQueuedJobs();
  const mails = await shop.sql`select subject, text_body from mailbox where recipient = ${user.email}`;
  expect(mails.map(({ subject }) => subject)).toContain('A recovery code was used');
  expect(JSON.stringify(mails)).not.toContain(code);
});

test('new recovery codes end the old ones', async () => {
  const { user, codes } = await withApp();
  const renewed = await shop.as(user)(factors.renewRecoveryCodes);
  expect(renewed.body.data.recovery_codes).toHaveLength(10);
  expect((await login(user, { otp: codes[0]! })).status).toBe(422);
  expect((await login(user, { otp: renewed.body.data.recovery_codes[0]! })).status).toBe(200);
});

test('recovery codes without anything to recover are not made', async () => {
  const user = await shop.createUser();
  expect((await shop.as(user)(factors.renewRecoveryCodes)).status).toBe(409);
  expect((await shop.as(user)(factors.confirmTwoFactor, { body: { otp: '123456' } })).status).toBe(409);
});

test('an app that counts is not replaced unasked, and switched off with its recovery codes', async () => {
  const { user, secret } = await withApp();
  expect((await shop.as(user)(factors.startTwoFactor)).status).toBe(409);
  expect((await shop.as(user)(factors.endTwoFactor)).status).toBe(204);
  expect((await shop.as(user)(factors.getTwoFactor)).body.data).toMatchObject({
    enabled: false,
    recovery_codes_left: 0,
  });
  expect((await login(user)).status).toBe(200);
  expect((await login(user, { otp: codeOf(secret) })).status).toBe(200);
});

test('neither the secret nor a code stands in the database, the log or a mail', async () => {
  const { user, secret, codes } = await withApp();
  await login(user, { otp: codes[0]! });
  await shop.runQueuedJobs();
  const rows = await Promise.all(
    ['totp_secrets', 'recovery_codes', 'audit_entries', 'mailbox', 'notifications', 'events', 'throttles'].map(
      (table) => shop.sql`select to_jsonb(t)::text as row from ${shop.sql(table)} t`,
    ),
  );
  const kept = rows.flat().map(({ row }) => row as string);
  const hex = (text: string) => Buffer.from(text).toString('hex');
  const all = kept.join('\n') + shop.logged.join('\n');
  for (const text of [secret, hex(secret), codes[0]!, codes[1]!, codes[1]!.replace('-', ''), hex(codes[1]!)])
    expect(all).not.toContain(text);
});

test('every change of a factor is audited and told by mail and in the inbox', async () => {
  const { user } = await withApp();
  await shop.as(user)(factors.renewRecoveryCodes);
  await shop.as(user)(factors.endTwoFactor);
  const audit = await shop.sql`select action from audit_entries where actor_id = ${user.id} order by id`;
  expect(audit.map(({ action }) => action)).toEqual([
    'auth.totp_started',
    'auth.totp_on',
    'auth.recovery_codes_renewed',
    'auth.totp_off',
  ]);
  await shop.runQueuedJobs();
  expect(await shop.sql`select from mailbox where recipient = ${user.email}`).toHaveLength(3);
  expect(await shop.sql`select from notifications where user_id = ${user.id}`).toHaveLength(3);
});

test('with an app the password alone confirms nothing, a code does', async () => {
  const { user, secret } = await withApp();
  shop.clock.advance(11 * MINUTE_MS);
  expect((await shop.as(user)(factors.getConfirmation)).body.data).toMatchObject({
    factors: ['totp', 'recovery_code'],
    fresh_until: null,
  });
  const refused = await shop.as(user)(account.changeEmail, { body: { email: 'new@example.com' } });
  expect(refused).toMatchObject({ status: 403, body: { reason: 'step_up_required' } });
  const byPassword = await shop.as(user)(factors.confirmIdentity, { body: { password } });
  expect(byPassword.status).toBe(422);
  const byCode = await shop.as(user)(factors.confirmIdentity, { body: { otp: codeOf(secret) } });
  expect(byCode.status).toBe(200);
  const confirmed = shop.as({ token: byCode.body.access_token });
  expect((await confirmed(account.changeEmail, { body: { email: 'new@example.com' } })).status).toBe(204);
  // The password in the call is no second factor either: the code was.
  expect(
    (
      await confirmed(account.changePassword, {
        body: { current_password: password, password: 'another-quiet-harbour' },
      })
    ).status,
  ).toBe(204);
});

test('a session that is fresh by the password alone is not fresh enough where there is an app', async () => {
  const { user, secret } = await withApp();
  const byPassword = { token: await shop.signIn(user.id) };
  expect((await shop.as(byPassword)(factors.getConfirmation)).body.data.fresh_until).toBeNull();
  const refused = await shop.as(byPassword)(factors.endTwoFactor);
  expect(refused).toMatchObject({ status: 403, body: { reason: 'step_up_required' } });
  const body = { current_password: password, password: 'another-quiet-harbour' };
  expect((await shop.as(byPassword)(account.changePassword, { body })).status).toBe(403);
  const { body: signedIn } = await login(user, { otp: codeOf(secret) });
  expect((await shop.as({ token: signedIn.access_token })(factors.endTwoFactor)).status).toBe(204);
});

test('an operator takes every factor off who lost them: the way back is a mailed link alone, and the owner is told', async () => {
  const { user, codes } = await withApp();
  await resetFactors(shop.ctx, user.username);
  expect((await shop.as(user)(auth.getCurrentUser)).status).toBe(401);
  expect((await login(user)).status).toBe(422);
  expect((await login(user, { otp: codes[0]! })).status).toBe(422);
  const entries = await shop.sql`
    select actor_id from audit_entries where subject = ${user.id} and action = 'auth.factors_reset'`;
  expect(entries).toEqual([{ actor_id: null }]);
  await shop.runQueuedJobs();
  const [told] = await shop.sql<{ text_body: string }[]>`
    select text_body from mailbox where recipient = (select email from users where id = ${user.id}) order by id desc limit 1`;
  expect(told?.text_body).toContain('every second factor');
  const next = 'a-quiet-harbour-9';
  await visitor(auth.forgotPassword, { body: { username: user.username } });
  await shop.runQueuedJobs();
  const [mail] = await shop.sql<{ text_body: string }[]>`
    select text_body from mailbox where recipient = (select email from users where id = ${user.id}) order by id desc limit 1`;
  const token = /token=(\S+)/.exec(mail!.text_body)?.[1] ?? '';
  expect((await visitor(auth.resetPassword, { body: { token, password: next } })).status).toBe(204);
  expect((await login(user, { password: next })).status).toBe(200);
});

test('the factors of nobody, and of who could not come back, stay', async () => {
  await expect(resetFactors(shop.ctx, 'nobody')).rejects.toThrow('nobody');
  const { user, secret } = await withApp();
  await shop.sql`update users set email_verified_at = null where id = ${user.id}`;
  await expect(resetFactors(shop.ctx, user.username)).rejects.toThrow('confirmed e-mail address');
  expect((await login(user, { otp: codeOf(secret) })).status).toBe(200);
});
