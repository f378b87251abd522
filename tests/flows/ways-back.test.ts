import { expect, test } from 'vitest';
import * as account from '#contracts/identity/account.ts';
import * as auth from '#contracts/identity/auth.ts';
import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import type { Visitor } from '#features/ctx.ts';
import { forgotPassword } from '#features/identity/auth/forgot-password.ts';
import { altered } from '#tests/support/altered.ts';
import { createTestShop, password, type TestUser } from '#tests/support/shop.ts';

const shop = await createTestShop();
const visitor = shop.as(null);

async function mailsTo(address: string) {
  await shop.runQueuedJobs();
  return shop.sql<{ subject: string; text_body: string; html_body: string | null }[]>`
    select subject, text_body, html_body from mailbox where recipient = ${address} order by id desc`;
}

const tokenIn = (text = '') => /token=([\w.-]+)/.exec(text)?.[1] ?? '';

/** The token of the newest link mailed to an address. */
const tokenTo = async (address: string) => tokenIn((await mailsTo(address))[0]?.text_body);

const forgot = (username: string) => visitor(auth.forgotPassword, { body: { username } });
const reset = (token: string, given = 'a-quiet-harbour-9') =>
  visitor(auth.resetPassword, { body: { token, password: given } });
const login = (user: TestUser, given: string) =>
  visitor(auth.login, { body: { username: user.username, password: given } });

test('a forgotten password is set anew once, and ends every session', async () => {
  const user = await shop.createUser();
  expect((await forgot(user.username)).status).toBe(204);
  const token = await tokenTo(user.email);
  expect((await reset(token)).status).toBe(204);
  expect((await shop.as(user)(auth.getCurrentUser)).status).toBe(401);
  expect((await login(user, 'a-quiet-harbour-9')).status).toBe(200);
  expect((await login(user, password)).status).toBe(422);
  const again = await reset(token, 'another-harbour-10');
  expect([again.status, Object.keys(again.body.errors ?? {})]).toEqual([422, ['token']]);
  expect((await mailsTo(user.email)).map(({ subject }) => subject)).toContain('Your password was changed');
  const audit = await shop.sql`select action from audit_entries where subject = ${user.id} order by id`;
  expect(audit.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['auth.password_forgotten', 'auth.password_reset']),
  );
});

test('nobody is told whether there is an account, by the answer or by the work', async () => {
  const user = await shop.createUser();
  const unconfirmed = await shop.createUser({ active: false });
  const jobs = async () => (await shop.sql`select from graphile_worker._private_jobs`).length;
  for (const name of [user.username, user.email, unconfirmed.username, 'nobody-at-all', 'nobody@example.com']) {
    const before = await jobs();
    const answer = await forgot(name);
    expect([answer.status, answer.body, await jobs()]).toEqual([204, undefined, before + 1]);
  }
  expect(await mailsTo(unconfirmed.email)).toEqual([]);
  expect(await mailsTo('nobody@example.com')).toEqual([]);
  expect(await mailsTo(user.email)).toHaveLength(2);
});

test('a link is dead after an hour, after a change of the password, and with another mac', async () => {
  const user = await shop.createUser();
  await forgot(user.email);
  const late = await tokenTo(user.email);
  expect((await reset(altered(late))).status).toBe(422);
  expect((await reset('x')).status).toBe(422);
  shop.clock.advance(HOUR_MS + 1);
  expect((await reset(late)).status).toBe(422);
  await forgot(user.email);
  const outlived = await tokenTo(user.email);
  const signedIn = { token: await shop.signIn(user.id) };
  const body = { current_password: password, password: 'another-quiet-harbour' };
  expect((await shop.as(signedIn)(account.changePassword, { body })).status).toBe(204);
  expect((await reset(outlived)).status).toBe(422);
});

test('of two links that are used at once one counts', async () => {
  const user = await shop.createUser();
  await forgot(user.email);
  const first = await tokenTo(user.email);
  await forgot(user.username);
  const second = await tokenTo(user.email);
  const answers = await Promise.all([reset(first), reset(second), reset(first)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 422, 422]);
});

test('a weak password is refused, and the link stays good', async () => {
  const user = await shop.createUser();
  await forgot(user.email);
  const token = await tokenTo(user.email);
  for (const weak of ['only-eleven', 'qwertyuiop123', `${user.username}1`.padEnd(12, '1')])
    expect((await reset(token, weak)).body.errors).toHaveProperty('password');
  expect((await reset(token)).status).toBe(204);
});

test('the link leads to the configured host, whatever host the request names', async () => {
  const user = await shop.createUser();
  const forged: Record<string, string>[] = [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example' },
    { forwarded: 'host=evil.example' },
  ];
  for (const headers of forged) await shop.request(auth.forgotPassword, { body: { username: user.username }, headers });
  const mails = await mailsTo(user.email);
  expect(mails.length).toBeGreaterThan(0);
  for (const { text_body, html_body } of mails) {
    expect(text_body).toContain('http://localhost/reset?token=');
    expect(text_body + html_body).not.toContain('evil');
  }
});

/** A visitor from an address, as the pipeline hands one over. */
const from = (address: string): Visitor => ({ user: null, client: { address, user_agent: '', locale: 'en' } });

test('a network is sent three links an hour for an account, by name or address, and hears nothing of it', async () => {
  const user = await shop.createUser();
  for (let i = 0; i < 4; i++) expect((await forgot(user.email)).status).toBe(204);
  for (let i = 0; i < 4; i++) expect((await forgot(user.username)).status).toBe(204);
  expect(await mailsTo(user.email)).toHaveLength(3);
});

test('strangers use up neither the links of another network nor those of a device that the account knows', async () => {
  const user = await shop.createUser();
  const { body } = await login(user, password);
  const ask = (address: string, device?: string) =>
    forgotPassword(shop.ctx, from(address), {
      params: undefined,
      query: undefined,
      body: { username: user.email, device },
    });
  const sent = async () =>
    (await mailsTo(user.email)).filter(({ subject }) => subject.startsWith('A new password')).length;
  // One customer's addresses: a /48 counts as one network, and so does a /24.
  for (let i = 0; i < 8; i++) await ask(`2001:db8:1:${i}::1`);
  for (let i = 0; i < 8; i++) await ask(`192.0.2.${i}`);
  expect(await sent()).toBe(6);
  await ask('198.51.100.1');
  expect(await sent()).toBe(7);
  for (let net = 0; net < 4; net++) for (let i = 0; i < 4; i++) await ask(`203.0.${net}.1`);
  expect(await sent()).toBe(10);
  await ask('198.51.100.1', 'A'.repeat(43));
  expect(await sent()).toBe(10);
  for (let i = 0; i < 3; i++) await ask('198.51.100.1', body.device!);
  expect(await sent()).toBe(12);
});

test('a new address counts only once it is confirmed from its own mail', async () => {
  const user = await shop.createUser();
  const email = `${user.username}@moved.example`;
  expect((await shop.as(user)(account.changeEmail, { body: { email } })).status).toBe(204);
  expect((await shop.as(user)(auth.getCurrentUser)).body.data.email).toBe(user.email);
  const [note] = await mailsTo(user.email);
  expect(note?.subject).toBe('Your e-mail address is about to change');
  expect(note?.text_body).not.toContain(email);
  const token = await tokenTo(email);
  // The link in one mail does not work for the purpose of the other.
  expect((await visitor(account.confirmEmailChange, { body: { token: tokenIn(note?.text_body) } })).status).toBe(422);
  expect((await visitor(account.stopEmailChange, { body: { token } })).status).toBe(422);
  expect((await visitor(account.confirmEmailChange, { body: { token } })).status).toBe(204);
  expect((await visitor(account.confirmEmailChange, { body: { token } })).status).toBe(422);
  expect((await shop.as(user)(auth.getCurrentUser)).body.data).toMatchObject({ email, email_verified: true });
});

test('the old address stops a change, and takes back one that was confirmed, once', async () => {
  const user = await shop.createUser();
  const ask = async (email: string) => {
    await shop.as({ token: await shop.signIn(user.id) })(account.changeEmail, { body: { email } });
    return { stop: await tokenTo(user.email), confirm: await tokenTo(email) };
  };
  const open = await ask(`${user.username}@one.example`);
  expect((await visitor(account.stopEmailChange, { body: { token: open.stop } })).status).toBe(204);
  expect((await visitor(account.confirmEmailChange, { body: { token: open.confirm } })).status).toBe(422);
  expect((await visitor(account.stopEmailChange, { body: { token: open.stop } })).status).toBe(422);
  expect((await shop.as(user)(auth.getCurrentUser)).status).toBe(401);
  const done = await ask(`${user.username}@two.example`);
  await visitor(account.confirmEmailChange, { body: { token: done.confirm } });
  shop.clock.advance(2 * DAY_MS);
  expect((await visitor(account.stopEmailChange, { body: { token: done.stop } })).status).toBe(204);
  const [kept] =
    await shop.sql`select email, email_verified_at is not null as verified from users where id = ${user.id}`;
  expect(kept).toEqual({ email: user.email, verified: true });
  const late = await ask(`${user.username}@three.example`);
  shop.clock.advance(73 * HOUR_MS);
  expect((await visitor(account.stopEmailChange, { body: { token: late.stop } })).status).toBe(422);
});

/** Changes the address as somebody signed in would, and returns the links of that change. */
async function moved(user: TestUser, from: string, to: string, { confirmed = true } = {}) {
  const session = { token: await shop.signIn(user.id) };
  expect((await shop.as(session)(account.changeEmail, { body: { email: to } })).status).toBe(204);
  const stop = await tokenTo(from);
  const confirm = await tokenTo(to);
  if (confirmed) expect((await visitor(account.confirmEmailChange, { body: { token: confirm } })).status).toBe(204);
  shop.clock.advance(HOUR_MS);
  return { stop, confirm };
}

const stopChange = async (token: string) => (await visitor(account.stopEmailChange, { body: { token } })).status;
const addressOf = async (user: TestUser) =>
  (await shop.sql`select email from users where id = ${user.id}`)[0]?.email as string;

test('the first owner takes back the account after several changes, and the links in between are dead', async () => {
  const user = await shop.createUser();
  const [b, c, d] = ['b', 'c', 'd'].map((name) => `${user.username}@${name}.example`) as [string, string, string];
  const first = await moved(user, user.email, b);
  const second = await moved(user, b, c);
  const third = await moved(user, c, d, { confirmed: false });
  await forgot(user.username);
  const reset_link = await tokenTo(c);
  expect(await stopChange(first.stop)).toBe(204);
  expect(await addressOf(user)).toBe(user.email);
  expect(await stopChange(second.stop)).toBe(422);
  expect(await stopChange(third.stop)).toBe(422);
  expect((await visitor(account.confirmEmailChange, { body: { token: third.confirm } })).status).toBe(422);
  expect((await reset(reset_link)).status).toBe(422);
  expect((await shop.as(user)(auth.getCurrentUser)).status).toBe(401);
  // Whoever changed it knew the password: the way back in is a mail to the old address, on a device that is not trusted.
  expect((await login(user, password)).status).toBe(422);
  const trusted = await shop.sql`select from devices where user_id = ${user.id} and trusted_at is not null`;
  expect(trusted).toEqual([]);
  await forgot(user.username);
  expect((await reset(await tokenTo(user.email))).status).toBe(204);
  expect((await login(user, 'a-quiet-harbour-9')).status).toBe(200);
  const entries = await shop.sql`
    select details from audit_entries where subject = ${user.id} and action = 'auth.email_change_stopped'`;
  expect(entries).toEqual([{ details: { taken_back: true, changes: 3 } }]);
});

test('an address in between brings back itself, and the first one still comes after it', async () => {
  const user = await shop.createUser();
  const [b, c] = ['b', 'c'].map((name) => `${user.username}@${name}.example`) as [string, string];
  const first = await moved(user, user.email, b);
  const second = await moved(user, b, c);
  expect(await stopChange(second.stop)).toBe(204);
  expect(await addressOf(user)).toBe(b);
  expect(await stopChange(first.stop)).toBe(204);
  expect(await addressOf(user)).toBe(user.email);
});

test('the link about a wish that was replaced stops the one that replaced it', async () => {
  const user = await shop.createUser();
  const [b, c] = ['b', 'c'].map((name) => `${user.username}@${name}.example`) as [string, string];
  const replaced = await moved(user, user.email, b, { confirmed: false });
  await moved(user, user.email, c);
  expect(await addressOf(user)).toBe(c);
  expect(await stopChange(replaced.stop)).toBe(204);
  expect(await addressOf(user)).toBe(user.email);
});

test('every address of the last three days is told of a change, when it is asked for and when it is done', async () => {
  const user = await shop.createUser();
  const [b, c] = ['b', 'c'].map((name) => `${user.username}@${name}.example`) as [string, string];
  const subjects = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject);
  const [asked, done] = ['Your e-mail address is about to change', 'Your e-mail address was changed'];
  await moved(user, user.email, b);
  expect(await subjects(user.email)).toEqual([done, asked]);
  await moved(user, b, c);
  expect(await subjects(user.email)).toEqual([done, asked, done, asked]);
  expect(await subjects(b)).toEqual([done, asked, 'Confirm your new e-mail address']);
  for (const { text_body } of await mailsTo(user.email))
    for (const other of [b, c]) expect(text_body).not.toContain(other);
  // The newest mail to the first address brings back the first address.
  expect(await stopChange(await tokenTo(user.email))).toBe(204);
  expect(await addressOf(user)).toBe(user.email);
});

test('after three days an address is told nothing any more; one that was never confirmed never is', async () => {
  const user = await shop.createUser({ active: false });
  const [b, c, d] = ['b', 'c', 'd'].map((name) => `${user.username}@${name}.example`) as [string, string, string];
  await shop.as(user)(account.changeEmail, { body: { email: b } });
  await visitor(account.confirmEmailChange, { body: { token: await tokenTo(b) } });
  await moved(user, b, c);
  expect(await mailsTo(user.email)).toEqual([]);
  const before = (await mailsTo(b)).length;
  shop.clock.advance(72 * HOUR_MS);
  await moved(user, c, d);
  expect(await mailsTo(b)).toHaveLength(before);
});

test('the three days to stop a change begin when it is done', async () => {
  const user = await shop.createUser();
  const email = `${user.username}@late.example`;
  const { stop, confirm } = await moved(user, user.email, email, { confirmed: false });
  shop.clock.advance(22 * HOUR_MS);
  expect((await visitor(account.confirmEmailChange, { body: { token: confirm } })).status).toBe(204);
  shop.clock.advance(71 * HOUR_MS);
  expect(await stopChange(stop)).toBe(204);
  expect(await addressOf(user)).toBe(user.email);
});

test('moving to an address that is taken is answered alike, told to its owner, and moves nothing', async () => {
  const [user, owner] = [await shop.createUser(), await shop.createUser()];
  const free = await shop.as(user)(account.changeEmail, { body: { email: `${user.username}@free.example` } });
  const taken = await shop.as(user)(account.changeEmail, { body: { email: owner.email } });
  expect([taken.status, taken.body]).toEqual([free.status, free.body]);
  const [mail] = await mailsTo(owner.email);
  expect(mail?.subject).toBe('You already have an account');
  expect(mail?.text_body).not.toContain('token=');
});

test('of two accounts that move to one address the first to confirm has it', async () => {
  const [one, two] = [await shop.createUser(), await shop.createUser()];
  const email = `${one.username}@shared.example`;
  await shop.as(one)(account.changeEmail, { body: { email } });
  await shop.as(two)(account.changeEmail, { body: { email } });
  const mails = await mailsTo(email);
  const answers = await Promise.all(
    mails.map(({ text_body }) => visitor(account.confirmEmailChange, { body: { token: tokenIn(text_body) } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
});

test('a second wish ends the first one, and the own address is refused', async () => {
  const user = await shop.createUser();
  const ask = (email: string) => shop.as(user)(account.changeEmail, { body: { email } });
  expect((await ask(user.email)).body.errors).toHaveProperty('email');
  expect((await ask('no-address')).body.errors).toHaveProperty('email');
  await ask(`${user.username}@first.example`);
  const first = await tokenTo(`${user.username}@first.example`);
  await ask(`${user.username}@second.example`);
  expect((await visitor(account.confirmEmailChange, { body: { token: first } })).status).toBe(422);
});

test('someone who mistyped the address at registration becomes active by the right one', async () => {
  const user = await shop.createUser({ active: false });
  const email = `${user.username}@right.example`;
  await shop.fund(user.id, 10_00);
  await shop.as(user)(account.changeEmail, { body: { email } });
  // An unconfirmed address is not notified: it may belong to a stranger.
  expect(await mailsTo(user.email)).toEqual([]);
  await visitor(account.confirmEmailChange, { body: { token: await tokenTo(email) } });
  expect((await shop.as(user)(auth.getCurrentUser)).body.data).toMatchObject({ email, roles: ['buyer'] });
});
