import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Call } from '#contracts/call.ts';
import * as account from '#contracts/identity/account.ts';
import * as auth from '#contracts/identity/auth.ts';
import * as factors from '#contracts/identity/factors.ts';
import { calls } from '#contracts/index.ts';
import { DAY_MS, DAY_S, MINUTE_MS } from '#contracts/time-units.ts';
import { dutiesFor } from '#tests/support/duties-for.ts';
import { createTestShop, password } from '#tests/support/shop.ts';

const shop = await createTestShop();
const visitor = shop.as(null);
const eleven = 11 * MINUTE_MS;

const asked = Object.entries(calls).filter(([, each]) => each.stepUp === 'always');

test('a fresh factor is required for changes of e-mail and factors, export, erasure, and decisions on money', () => {
  expect(asked.map(([name]) => name).sort()).toEqual([
    'acceptRate',
    'activateUser',
    'addAlertReceiver',
    'addPasskey',
    'approveBatch',
    'approveKey',
    'approveOwner',
    'approveProgramme',
    'cancelForBuyer',
    'changeContact',
    'changeEmail',
    'closeAccount',
    'closeMonth',
    'confirmHold',
    'confirmTwoFactor',
    'cutLink',
    'decideAccess',
    'decideAdjustment',
    'decideChart',
    'decideColdWallet',
    'decideColdWalletRemoval',
    'decideDebtSettlement',
    'decideDuties',
    'decideEarlierOutflows',
    'decideFactorReset',
    'decideGoodwill',
    'decideOperator',
    'decidePayout',
    'decidePayoutReturn',
    'decideQuarantine',
    'decideReopening',
    'decideReturnReversal',
    'decideSeller',
    'decideTaxRates',
    'decideTier',
    'decideTopUpReturn',
    'disableUser',
    'enableUser',
    'endMaintenance',
    'endSeller',
    'endTwoFactor',
    'eraseAccount',
    'exportAccount',
    'exportAllPayments',
    'exportAuditEntries',
    'exportCredits',
    'exportDatev',
    'exportDisposals',
    'exportDormantBalances',
    'exportGobd',
    'exportJournal',
    'exportOss',
    'exportOutflows',
    'exportPayoutHistory',
    'exportPayouts',
    'exportTax',
    'exportTopUpReturns',
    'exportTrialBalance',
    'failPayout',
    'failTopUpReturn',
    'faqEditor.decideText',
    'giveUpJob',
    'labelOutflow',
    'labelOutflows',
    'legalEditor.decideText',
    'linkLogin',
    'listAffected',
    'newsEditor.decideText',
    'noticeEditor.decideText',
    'openTopUpReturns',
    'proposeAccess',
    'proposeAdjustment',
    'proposeChart',
    'proposeColdWallet',
    'proposeColdWalletRemoval',
    'proposeDebtSettlement',
    'proposeDuties',
    'proposeEarlierOutflows',
    'proposeFactorReset',
    'proposeGoodwill',
    'proposeKey',
    'proposeOperator',
    'proposeOwner',
    'proposePayout',
    'proposePayoutReturn',
    'proposeRate',
    'proposeReopening',
    'proposeReturnReversal',
    'proposeTaxRates',
    'proposeTopUpReturn',
    'recordPayout',
    'recordTopUpReturn',
    'redactText',
    'refuseClaim',
    'refuseTierRequest',
    'rejectBatch',
    'rejectKey',
    'rejectProgramme',
    'releaseAccount',
    'releaseBrake',
    'releasePayment',
    'releaseSellerShare',
    'removeAlertReceiver',
    'removePasskey',
    'renewRecoveryCodes',
    'reopenAccount',
    'resumeBatch',
    'resumeProgramme',
    'retireProgramme',
    'retryJob',
    'revokeKey',
    'sellerReport',
    'setDestination',
    'setRetention',
    'setTier',
    'signOutUser',
    'startMaintenance',
    'startPasskey',
    'startTwoFactor',
    'suspendProgramme',
    'suspendSeller',
    'testAlertReceiver',
    'undoImport',
    'voidCards',
    'withdrawBatch',
  ]);
  const trusted = Object.entries(calls).filter(([, each]) => each.stepUp === 'new_device');
  expect(trusted.map(([name]) => name).sort()).toEqual([
    'endSession',
    'endSessions',
    'getGift',
    'listGiftLinks',
    'makeGift',
    'makeGifts',
    'revealCard',
    'revealOrder',
  ]);
  expect(account.changePassword.stepUp).toBe('beside_password');
});

test.for(asked)('%s without a fresh factor is a 403 that programs understand', async ([, each]) => {
  const user = await shop.createUser({ role: 'admin', duties: dutiesFor(each) });
  shop.clock.advance(eleven);
  const refused = await shop.as(user)(
    each as Call,
    { params: { id: randomUUID() }, ...(each.body && { body: {} }) } as never,
  );
  expect(refused).toMatchObject({ status: 403, body: { reason: 'step_up_required' } });
});

test('whoever has only a password confirms by it, for ten minutes, and the old token is dead', async () => {
  const user = await shop.createUser();
  shop.clock.advance(eleven);
  expect((await shop.as(user)(factors.getConfirmation)).body.data).toMatchObject({
    factors: ['password'],
    fresh_until: null,
  });
  const wrong = await shop.as(user)(factors.confirmIdentity, { body: { password: 'wrong-password-1' } });
  expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['password']]);
  const right = await shop.as(user)(factors.confirmIdentity, { body: { password } });
  expect(right.status).toBe(200);
  expect((await shop.as(user)(auth.getCurrentUser)).status).toBe(401);
  const confirmed = shop.as({ token: right.body.access_token });
  expect((await confirmed(account.changeEmail, { body: { email: `${user.username}@new.example` } })).status).toBe(204);
  shop.clock.advance(eleven);
  expect((await confirmed(account.changeEmail, { body: { email: `${user.username}@new.example` } })).status).toBe(403);
});

test('the eleventh wrong password at a confirmation is a 429', async () => {
  const user = await shop.createUser();
  const attempt = (given: string) => shop.as(user)(factors.confirmIdentity, { body: { password: given } });
  for (let i = 0; i < 10; i++) expect((await attempt('wrong-password-1')).status).toBe(422);
  expect((await attempt(password)).status).toBe(429);
});

test('an empty confirmation and that of a stranger are refused', async () => {
  const user = await shop.createUser();
  expect((await shop.as(user)(factors.confirmIdentity, { body: {} })).status).toBe(422);
  expect((await visitor(factors.confirmIdentity, { body: { password } })).status).toBe(401);
});

test('the password is changed without another question where it is all there is', async () => {
  const user = await shop.createUser();
  shop.clock.advance(eleven);
  const body = { current_password: password, password: 'another-quiet-harbour' };
  expect((await shop.as(user)(account.changePassword, { body })).status).toBe(204);
});

test('an expiry that was set at sign-in stays through confirmations', async () => {
  const user = await shop.createUser();
  shop.clock.advance(10 * DAY_MS);
  const { body } = await shop.as(user)(factors.confirmIdentity, { body: { password } });
  expect(body.expires_in).toBe(80 * DAY_S);
});

test('the first device of an account is told to nobody, another one is, once', async () => {
  const user = await shop.createUser();
  await shop.sql`delete from devices where user_id = ${user.id}`;
  const signIn = async (device?: string) =>
    (await visitor(auth.login, { body: { username: user.username, password, ...(device && { device }) } })).body;
  const mails = async () => {
    await shop.runQueuedJobs();
    return shop.sql`select subject, text_body from mailbox where recipient = ${user.email}`;
  };
  const first = await signIn();
  await signIn(first.device!);
  expect(await mails()).toEqual([]);
  const second = await signIn();
  await signIn(second.device!);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['A new device signed in to your account']);
  expect(await shop.sql`select title from notifications where user_id = ${user.id}`).toHaveLength(1);
  // A token we never issued is not accepted: it may be a session fixation attempt.
  const made = await signIn('A'.repeat(43));
  expect(made.device).not.toBe('A'.repeat(43));
  const kept = JSON.stringify(await shop.sql`select to_jsonb(d) from devices d`);
  for (const { device } of [first, second, made]) expect(kept).not.toContain(device);
});

test('another account on the same browser is a device of its own', async () => {
  const [one, two] = [await shop.createUser(), await shop.createUser()];
  const signIn = (username: string, device?: string) =>
    visitor(auth.login, { body: { username, password, ...(device && { device }) } });
  const { body } = await signIn(one.username);
  const other = await signIn(two.username, body.device!);
  expect(other.body.device).toBe(body.device);
  await shop.runQueuedJobs();
  expect(await shop.sql`select from mailbox where recipient = ${two.email}`).toHaveLength(1);
});
