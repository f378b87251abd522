import { describe, expect, test } from 'vitest';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { listMails } from '#contracts/demo/demo.ts';
import * as account from '#contracts/identity/account.ts';
import * as contract from '#contracts/identity/auth.ts';
import * as sessions from '#contracts/identity/sessions.ts';
import { DAY_MS, DAY_S, HOUR_MS, MINUTE_MS } from '#contracts/time-units.ts';
import { altered } from '#tests/support/altered.ts';
import { createTestShop, password } from '#tests/support/shop.ts';

const shop = await createTestShop();
const visitor = shop.as(null);
let nth = 0;
const details = (more: object = {}) => {
  nth += 1;
  return {
    username: `anna${nth}`,
    email: `anna${nth}@example.com`,
    password: 'a-quiet-harbour-9',
    terms: true as const,
    ...more,
  };
};

async function mailTo(address: string) {
  await shop.runQueuedJobs();
  const rows = await shop.sql<
    { subject: string; text_body: string }[]
  >`select subject, text_body from mailbox where recipient = ${address} order by id desc`;
  return rows;
}

test('a new account is inactive, knows its user, and is told what is missing', async () => {
  const body = details();
  const registered = await visitor(contract.register, { body });
  expect(registered.status).toBe(201);
  expect(registered.body.data).toMatchObject({
    username: body.username,
    balance_cents: 0,
    role: 'buyer',
    roles: ['buyer', 'inactive'],
  });
  const { body: session } = await visitor(contract.login, {
    body: { username: body.username, password: body.password },
  });
  expect(session).toMatchObject({ token_type: 'bearer', expires_in: 90 * DAY_S, active: false });
  const user = shop.as({ token: session.access_token });
  expect((await user(contract.getCurrentUser)).body.data.id).toBe(registered.body.data.id);
  expect((await user(contract.getActivation)).body.data).toEqual({
    active: false,
    email_verified: false,
    terms_accepted: true,
    minimum_cents: 1000,
    topped_up_cents: 0,
  });
});

test('the mailed token confirms the address once for all, and nobody can make one', async () => {
  const body = details();
  await visitor(contract.register, { body });
  const [mail] = await mailTo(body.email);
  const [, token = '', name] = /token=([\w.-]+)&name=([\w.-]+)/.exec(mail?.text_body ?? '') ?? [];
  expect(name).toBe(body.username);
  const forged = await visitor(contract.verifyEmail, { body: { token: altered(token) } });
  expect(forged.status).toBe(422);
  expect(forged.body.errors?.token).toHaveLength(1);
  expect((await visitor(contract.verifyEmail, { body: { token } })).status).toBe(204);
  expect((await visitor(contract.verifyEmail, { body: { token } })).status).toBe(204);
  const [user] =
    await shop.sql`select email_verified_at is not null as verified from users where username = ${body.username}`;
  expect(user?.verified).toBe(true);
});

describe('the code beside the link', () => {
  /** Somebody who signed up, with the code of the latest mail. */
  async function signedUp(given: Partial<ReturnType<typeof details>> = {}) {
    const body = details(given);
    await visitor(contract.register, { body });
    const { body: session } = await visitor(contract.login, {
      body: { username: body.username, password: body.password },
    });
    const user = shop.as({ token: session.access_token });
    const code = async () => /^\d{8}$/m.exec((await mailTo(body.email))[0]?.text_body ?? '')?.[0] ?? '';
    const enter = (typed: string) => user(contract.verifyEmailCode, { body: { code: typed } });
    const verified = async () => (await user(contract.getActivation)).body.data.email_verified;
    return { user, code, enter, verified };
  }
  const other = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0');

  test('confirms the address for who is signed in, with the spaces that people type, and once', async () => {
    const { code, enter, verified } = await signedUp();
    const mailed = await code();
    expect(await verified()).toBe(false);
    expect((await enter(`${mailed.slice(0, 4)} ${mailed.slice(4)}`)).status).toBe(204);
    expect(await verified()).toBe(true);
    expect((await enter(mailed)).status).toBe(409);
    expect((await visitor(contract.verifyEmailCode, { body: { code: mailed } })).status).toBe(401);
  });

  test('of somebody else, or guessed, confirms nothing, and after five tries no code does for an hour', async () => {
    const [one, two] = [await signedUp(), await signedUp()];
    const mailed = await one.code();
    const wrong = [await two.code(), other(mailed), '', '0', other(mailed)];
    for (const typed of wrong) expect((await one.enter(typed)).status).toBe(422);
    expect(await one.verified()).toBe(false);
    expect((await one.enter(other(mailed))).status).toBe(422);
    expect((await one.enter(mailed)).status).toBe(429);
    await one.user(contract.resendVerification);
    expect((await one.enter(await one.code())).status).toBe(429);
    expect(await one.verified()).toBe(false);
    shop.clock.advance(HOUR_MS);
    await one.user(contract.resendVerification);
    expect((await one.enter(await one.code())).status).toBe(204);
  });

  test('only that of the latest mail works, for an hour', async () => {
    const { user, code, enter } = await signedUp();
    const first = await code();
    shop.clock.advance(1000);
    await user(contract.resendVerification);
    const second = await code();
    expect(second).not.toBe(first);
    expect((await enter(first)).status).toBe(422);
    shop.clock.advance(HOUR_MS);
    expect((await enter(second)).body.errors?.code).toEqual(['This code is no longer valid. Send the mail again.']);
    await user(contract.resendVerification);
    const third = await code();
    shop.clock.advance(HOUR_MS - 1);
    expect((await enter(third)).status).toBe(204);
  });

  test('is in no mail to an address that somebody else confirmed', async () => {
    const first = await signedUp({ email: 'first@example.com' });
    expect((await first.enter(await first.code())).status).toBe(204);
    const second = await signedUp({ email: 'first@example.com' });
    expect(await second.code()).toBe('');
  });
});

test('registering with an address that is taken answers alike and takes nothing', async () => {
  const first = details();
  await visitor(contract.register, { body: first });
  const [mail] = await mailTo(first.email);
  await visitor(contract.verifyEmail, { body: { token: /token=([\w.-]+)/.exec(mail?.text_body ?? '')?.[1] ?? '' } });
  const second = await visitor(contract.register, { body: details({ email: first.email }) });
  expect(second.status).toBe(201);
  const mails = await mailTo(first.email);
  expect(mails[0]?.subject).toBe('You already have an account');
  expect(mails[0]?.text_body).not.toContain('token=');
});

test.for([
  ['username', { username: 'ab' }],
  ['username', { username: 'Anna' }],
  ['username', { username: 'anna\0x' }],
  ['email', { email: 'anna' }],
  ['password', { password: 'only-eleven' }],
  ['password', { password: 'qwertyuiop123' }],
  ['password', { password: 'x'.repeat(129) }],
  ['terms', { terms: false }],
  ['role', { role: 'admin' }],
  ['balance_cents', { balance_cents: 1 }],
] as const)('registration refuses a wrong %s', async ([field, wrong]) => {
  const { status, body } = await visitor(contract.register, { body: details(wrong) as never });
  expect(status).toBe(422);
  if (field !== 'username' || !('username' in wrong && wrong.username.includes('\0')))
    expect(body.errors).toHaveProperty(field);
  expect(body.message).toBeTruthy();
});

test('a username that is taken is refused, and a closed registration says so', async () => {
  const body = details();
  await visitor(contract.register, { body });
  const again = await visitor(contract.register, { body: details({ username: body.username }) });
  expect(again).toMatchObject({
    status: 422,
    body: { errors: { username: ['This username is already taken. Choose another.'] } },
  });
  const closed = await createTestShop({ registration: 'closed' });
  expect((await closed.as(null)(contract.register, { body: details() })).status).toBe(403);
  expect((await closed.as(null)(contract.getAuthStatus)).body.data).toEqual({
    signed_in: false,
    registration: 'closed',
  });
});

test('a wrong password and an unknown name are answered alike', async () => {
  const user = await shop.createUser();
  const wrong = await visitor(contract.login, { body: { username: user.username, password: 'wrong-password-1' } });
  const unknown = await visitor(contract.login, { body: { username: 'nobody-at-all', password: 'wrong-password-1' } });
  expect(wrong.status).toBe(422);
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  const kept =
    await shop.sql`select actor_id from audit_entries where action = 'auth.login_failed' order by id desc limit 2`;
  expect(kept).toEqual([{ actor_id: null }, { actor_id: user.id }]);
});

test('the sixth wrong password is a 429 with the seconds to wait, and the window ends', async () => {
  const user = await shop.createUser();
  const attempt = (given: string) => visitor(contract.login, { body: { username: user.username, password: given } });
  for (let i = 0; i < 5; i++) expect((await attempt('wrong-password-1')).status).toBe(422);
  const refused = await attempt(password);
  expect(refused.status).toBe(429);
  expect(refused.body.errors?.username).toHaveLength(1);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  shop.clock.advance(15 * MINUTE_MS + 1);
  expect((await attempt(password)).status).toBe(200);
});

test('a password kept at a lower cost is kept at ours after the next sign-in', async () => {
  const user = await shop.createUser();
  const kept = async () => (await shop.sql`select password_hash from users where id = ${user.id}`)[0]?.password_hash;
  expect(await kept()).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  const signIn = () => visitor(contract.login, { body: { username: user.username, password } });
  expect((await signIn()).status).toBe(200);
  const raised = await kept();
  expect(raised).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await signIn()).status).toBe(200);
  expect(await kept()).toBe(raised);
});

test('what was typed as a username is not kept: it may be a password', async () => {
  await visitor(contract.login, { body: { username: 'canary-typed-4711', password: 'wrong-password-1' } });
  const kept = await shop.sql<{ key: string }[]>`select key from throttles`;
  expect(kept.map(({ key }) => key).join(' ')).not.toContain('canary');
});

test('one address is written to five times an hour, whoever asks; registering says nothing of it', async () => {
  const email = 'victim@example.com';
  for (let i = 0; i < 7; i++) expect((await visitor(contract.register, { body: details({ email }) })).status).toBe(201);
  expect(await mailTo(email)).toHaveLength(5);
  const body = details({ email });
  await visitor(contract.register, { body });
  const { body: session } = await visitor(contract.login, {
    body: { username: body.username, password: body.password },
  });
  const again = () => shop.as({ token: session.access_token })(contract.resendVerification);
  const refused = await again();
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([429, ['email']]);
  shop.clock.advance(3_600_001);
  expect((await again()).status).toBe(204);
  expect(await mailTo(email)).toHaveLength(6);
});

test('logout revokes the token at once', async () => {
  const user = await shop.createUser();
  expect((await shop.as(user)(contract.logout)).status).toBe(204);
  expect((await shop.as(user)(contract.getCurrentUser)).status).toBe(401);
});

test('sessions end after 30 days without use and 90 days in any case', async () => {
  const user = await shop.createUser();
  shop.clock.advance(29 * DAY_MS);
  expect((await shop.as(user)(contract.getCurrentUser)).status).toBe(200);
  shop.clock.advance(31 * DAY_MS);
  expect((await shop.as(user)(contract.getCurrentUser)).status).toBe(401);
  const busy = await shop.createUser();
  for (let i = 0; i < 3; i++) {
    shop.clock.advance(29 * DAY_MS);
    expect((await shop.as(busy)(contract.getCurrentUser)).status).toBe(200);
    const lastUse = () => shop.sql`select last_used_at from sessions where user_id = ${busy.id}`;
    await expect.poll(lastUse).toEqual([{ last_used_at: shop.clock.now().toISOString() }]);
  }
  shop.clock.advance(4 * DAY_MS);
  expect((await shop.as(busy)(contract.getCurrentUser)).status).toBe(401);
});

test('a last use that is stored late does not take back a later one', async () => {
  const user = await shop.createUser();
  shop.clock.advance(DAY_MS);
  const later = new Date(shop.clock.now().getTime() + DAY_MS).toISOString();
  const waiting = () =>
    shop.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await shop.sql.begin(async (tx) => {
    await tx`update sessions set last_used_at = ${later} where user_id = ${user.id}`;
    expect((await shop.as(user)(contract.getCurrentUser)).status).toBe(200);
    await expect.poll(waiting).toHaveLength(1);
  });
  await expect.poll(waiting).toHaveLength(0);
  const [session] = await shop.sql`select last_used_at from sessions where user_id = ${user.id}`;
  expect(session).toEqual({ last_used_at: later });
});

test('a disabled user loses everything at once', async () => {
  const user = await shop.createUser();
  await shop.sql`update users set disabled_at = now() where id = ${user.id}`;
  expect((await shop.as(user)(contract.getCurrentUser)).status).toBe(401);
  expect((await visitor(contract.login, { body: { username: user.username, password } })).status).toBe(422);
});

test('changing the password asks for the old one and ends the other sessions', async () => {
  const user = await shop.createUser();
  const other = { token: await shop.signIn(user.id) };
  const change = (current_password: string) =>
    shop.as(user)(account.changePassword, { body: { current_password, password: 'another-quiet-harbour' } });
  expect((await change('wrong-password-1')).body.errors).toHaveProperty('current_password');
  expect((await change(password)).status).toBe(204);
  expect((await shop.as(user)(contract.getCurrentUser)).status).toBe(200);
  expect((await shop.as(other)(contract.getCurrentUser)).status).toBe(401);
});

test("one's own session can be ended, another's is not found", async () => {
  const user = await shop.createUser();
  const stranger = await shop.createUser();
  const other = { token: await shop.signIn(user.id) };
  const { body } = await shop.as(other)(sessions.listSessions);
  const session = body.data.find((each) => !each.current)!;
  expect((await shop.as(stranger)(sessions.endSession, { params: { id: session.id } })).status).toBe(404);
  expect((await shop.as(other)(sessions.endSession, { params: { id: session.id } })).status).toBe(204);
  expect((await shop.as(user)(contract.getCurrentUser)).status).toBe(401);
});

test('no password and no token is ever logged or kept in the mail queue', async () => {
  const body = details({ password: 'canary-password-4711' });
  await visitor(contract.register, { body });
  const { body: session } = await visitor(contract.login, {
    body: { username: body.username, password: body.password },
  });
  await shop.as({ token: session.access_token })(contract.logout);
  const jobs = await shop.sql`select * from graphile_worker._private_jobs`;
  const kept = JSON.stringify(jobs) + shop.logged.join('');
  expect(kept).not.toContain('canary-password');
  expect(kept).not.toContain(session.access_token);
});

test('the mailbox of demo mode lists what was sent, newest first', async () => {
  const body = details();
  await visitor(contract.register, { body });
  await shop.runQueuedJobs();
  const { body: mails } = await visitor(listMails);
  expect(mails.data[0]).toMatchObject({
    to: body.email,
    subject: 'Confirm your e-mail address',
    html: expect.stringContaining('<h1>Confirm your e-mail address</h1>'),
  });
});

test('the page that a newcomer came for is kept for them alone: the next one in the browser, or a sign-out, ends it', async () => {
  const { app } = createShop({ ctx: shop.ctx, pages: await loadPages() });
  const kept = async (path: string, fields: Record<string, string> = {}) => {
    const headers = { origin: 'http://localhost', 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(fields).toString();
    const answer = await app.request(`http://localhost${path}`, { method: 'POST', headers, body });
    return answer.headers.getSetCookie().find((each) => each.startsWith('facevalue_wanted='));
  };
  const fields = () => ({ ...details(), terms: 'on' });
  expect(await kept('/register?next=/brands/one', fields())).toMatch(
    /^facevalue_wanted=%2Fbrands%2Fone; .*Max-Age=86400/,
  );
  const ended = /^facevalue_wanted=; .*Max-Age=0/;
  expect(await kept('/register', fields())).toMatch(ended);
  expect(await kept('/register?next=//evil.example/', fields())).toMatch(ended);
  expect(await kept('/logout')).toMatch(ended);
});
