import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import * as users from '#contracts/customers/users.ts';
import * as auth from '#contracts/identity/auth.ts';
import * as factors from '#contracts/identity/factors.ts';
import { createDecisionChallenge } from '#contracts/oversight/four-eyes.ts';
import { connect } from '#platform/db/client.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';

const shop = await createTestShop();
const { sql } = shop;
const reason = 'A reason to do it';
type Key = ReturnType<typeof createAuthenticator>;
const approver = () => shop.createUser({ role: 'admin', duties: ['approver'] });
const [app, web] = [shop.databaseUrl, shop.web_url].map((url) => connect(url, { max: 2 }));
afterAll(() => Promise.all([app!.end({ timeout: 1 }), web!.end({ timeout: 1 })]));

async function addPasskey(who: { token: string }, key = createAuthenticator()): Promise<Key> {
  const { data } = (await shop.as(who)(factors.startPasskey)).body;
  const body = { challenge_id: data.challenge_id, name: 'Key', response: key.make(data.options) };
  expect(await shop.as(who)(factors.addPasskey, { body })).toMatchObject({ status: 201 });
  return key;
}
async function propose() {
  const [proposer, person] = [await approver(), await shop.createUser()];
  const body = { cents: 500, cause: 'goodwill', reason } as const;
  await shop.as(proposer)(users.proposeAdjustment, { params: { id: person.id }, body });
  const [open] = await sql<{ id: string }[]>`select id from proposals where subject = ${person.id}`;
  return { id: open!.id, person };
}
async function sign(who: { token: string }, key: Key, id: string) {
  const { challenge_id, options } = (
    await shop.as(who)(createDecisionChallenge, { params: { id }, body: { decision: 'approved' } })
  ).body.data;
  const body = { passkey: { challenge_id, response: key.answer(options) } };
  const signed = await shop.as(who)(factors.confirmIdentity, { body });
  expect(signed.status).toBe(200);
  who.token = signed.body.access_token;
}
const decide = (who: { token: string }, { id, person }: { id: string; person: TestUser }) =>
  shop.as(who)(users.decideAdjustment, {
    params: { id: person.id },
    body: { proposal_id: id, decision: 'approved', reason },
    idempotencyKey: randomUUID(),
  });

test.each([
  ['the app', app!],
  ['the keyless web', web!],
])('a kept signature signs nobody in, whatever rows the role of %s writes', async (_name, thief) => {
  const victim = await approver();
  const key = await addPasskey(victim);
  const first = await propose();
  await sign(victim, key, first.id);
  expect((await decide(victim, first)).status).toBe(200);

  // The thief: nothing but the database role, and calls without a session.
  const [kept] = await thief<Record<string, string>[]>`
    select credential_id, client_data, authenticator_data, signature from decision_signatures where decider_id = ${victim.id}`;
  const { challenge } = JSON.parse(Buffer.from(kept!.client_data!, 'base64url').toString());
  const [row] = await thief<{ id: string }[]>`
    insert into passkey_challenges (user_id, purpose, challenge, expires_at)
    values (null, 'sign_in', ${challenge}, now() + interval '1 day') returning id`;
  // For an authenticator that counts; those that don't always say 0.
  await thief`update passkeys set counter = 0 where credential_id = ${kept!.credential_id!}`;
  const response = {
    id: kept!.credential_id!,
    rawId: kept!.credential_id!,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: {
      clientDataJSON: kept!.client_data!,
      authenticatorData: kept!.authenticator_data!,
      signature: kept!.signature!,
    },
  };
  const signedIn = await shop.as(null)(auth.signInByPasskey, { body: { challenge_id: row!.id, response } });
  expect(signedIn.status).toBe(422);
});
