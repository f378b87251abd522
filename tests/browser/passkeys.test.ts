import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, untilHydrated } from '#tests/support/browser.ts';
import { demoPassword, runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
// A passkey is tied to a domain name, which 127.0.0.1 is not.
const url = shop.url.replace('127.0.0.1', 'localhost');
const newPage = await openBrowser(url);

interface Authenticator {
  cdp: CDPSession;
  id: string;
}

/** A page whose browser has an authenticator that verifies its user. */
async function withAuthenticator(page: Page, { isUserVerified = true } = {}): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id };
}

/** A signed-in buyer on the security page, with an authenticator available. */
async function arrange() {
  const { token } = await shop.addBuyer(5_00);
  const { data: user } = await shop.api<{ data: { id: string; username: string } }>('/api/auth/users', { token });
  await shop.books`update sessions set confirmed_at = now(), confirmed_by = 'password' where user_id = ${user.id}`;
  const page = await newPage({ token, refusals: true });
  const authenticator = await withAuthenticator(page);
  return { user, page, authenticator };
}

/** While the person is not verified, the field's autofill does not sign in by itself. */
const verify = ({ cdp, id }: Authenticator, isUserVerified: boolean) =>
  cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified });

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/user/security');
  await page.locator('#passkey-name').fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('listitem').getByText(name, { exact: true }).waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/user/sessions');
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await page.waitForURL('**/login');
}

async function signInByPasskey(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
}

test('a passkey is added, signs in without a name and without a password, renamed and removed', async () => {
  const { user, page } = await arrange();
  await addPasskey(page, 'Phone');
  // The live update revalidates the page: what is shown once must stay visible.
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();
  expect(await page.locator('.codes code').count()).toBe(10);
  await signOut(page);
  await signInByPasskey(page);
  await page.waitForURL('**/news');
  await page.getByText(user.username).first().waitFor();
  await page.goto('/user/security');
  await page.getByText(/^Last used/).waitFor();
  await page.getByText('Rename or remove Phone').click();
  await page.getByRole('listitem').getByLabel('Name').fill('Old phone');
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('listitem').getByText('Old phone', { exact: true }).waitFor();
  await page.getByText('Rename or remove Old phone').click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText("You don't have any yet.").waitFor();
  await signOut(page);
  await signInByPasskey(page);
  await page.getByText("This passkey wasn't accepted. Try another way.").first().waitFor();
});

/** Lets a buyer of the arrangement sign in by the demo accounts' password. */
const giveDemoPassword = (user: { id: string }) => shop.books`
  update users set password_hash = (select password_hash from users where username = 'buyer') where id = ${user.id}`;

async function enterPassword(page: Page, username: string): Promise<void> {
  await page.goto('/login?next=/user/security');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
}

test('after the password an account with a passkey asks for it, and goes where the person wanted to', async () => {
  const { user, page, authenticator } = await arrange();
  await addPasskey(page, 'Phone');
  await giveDemoPassword(user);
  await signOut(page);
  await verify(authenticator, false);
  await enterPassword(page, user.username);
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('No passkey was used.').waitFor();
  await verify(authenticator, true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/user/security');
});

test('a passkey that is refused leaves the second step where it is', async () => {
  const { user, page, authenticator } = await arrange();
  await addPasskey(page, 'Phone');
  await giveDemoPassword(user);
  await shop.books`update passkeys set counter = 1000000 where user_id = ${user.id}`;
  await signOut(page);
  await verify(authenticator, false);
  await enterPassword(page, user.username);
  await untilHydrated(page);
  await verify(authenticator, true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText("This passkey wasn't accepted. Try another way.").first().waitFor();
  await page.getByLabel('Recovery code').waitFor();
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
});

test.each([true, false])(
  'without the passkey at hand a recovery code signs in after the password, with JavaScript: %s',
  async (javaScript) => {
    const { user, page } = await arrange();
    await addPasskey(page, 'Phone');
    await giveDemoPassword(user);
    const codes = await page.locator('.codes code').allInnerTexts();
    const other = await newPage({ javaScript, refusals: true });
    await enterPassword(other, user.username);
    expect(await other.content()).not.toContain(demoPassword);
    await other.getByLabel('Recovery code').fill('abcde-fghij');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText('This code is wrong or was already used.').first().waitFor();
    await other.getByLabel('Recovery code').fill(codes[0]!);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.waitForURL('**/user/security');
  },
);

test('several passkeys stand side by side, and one device makes one', async () => {
  const { page, authenticator } = await arrange();
  await addPasskey(page, 'Phone');
  await page.locator('#passkey-name').fill('Phone again');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('No passkey was used.').waitFor();
  await authenticator.cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: authenticator.id });
  await withAuthenticator(page);
  await addPasskey(page, 'Key');
  await page.getByRole('listitem').getByText('Phone', { exact: true }).waitFor();
});

test('a passkey confirms who it is where the password alone does not do any more', async () => {
  const { user, page } = await arrange();
  await addPasskey(page, 'Phone');
  await shop.books`update sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${user.id}`;
  await page.goto('/user/email');
  await page.getByRole('heading', { name: "Confirm it's you" }).waitFor();
  expect(await page.getByLabel('Password').count()).toBe(0);
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/user/email');
});

test('adding one asks for a fresh factor first and comes back to the name that was typed', async () => {
  const { user, page } = await arrange();
  await shop.books`
    update users set password_hash = (select password_hash from users where username = 'buyer') where id = ${user.id}`;
  await shop.books`update sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${user.id}`;
  await page.goto('/user/security');
  await page.getByLabel('Name', { exact: true }).fill('Blue key');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.waitForURL('**/user/confirm?next=%2Fuser%2Fsecurity');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('**/user/security');
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Blue key');
});

test('a person who is not verified, or who cancels, is not let in', async () => {
  const { page, authenticator } = await arrange();
  await addPasskey(page, 'Phone');
  await signOut(page);
  await authenticator.cdp.send('WebAuthn.setUserVerified', {
    authenticatorId: authenticator.id,
    isUserVerified: false,
  });
  await signInByPasskey(page);
  await page.getByText('No passkey was used.').waitFor();
});

test('a counter that went back is refused: it may be a copy of the key', async () => {
  const { user, page } = await arrange();
  await addPasskey(page, 'Phone');
  await shop.books`update passkeys set counter = 1000000 where user_id = ${user.id}`;
  await signOut(page);
  await signInByPasskey(page);
  await page.getByText("This passkey wasn't accepted. Try another way.").first().waitFor();
});

test('an answer is worth nothing a second time, late, for another account, or from another site', async () => {
  const { user, page } = await arrange();
  await addPasskey(page, 'Phone');
  const other = await shop.addBuyer(1_00);
  /** The authenticator's signed response to a challenge, with the page's own origin. */
  const answer = (token?: string) =>
    page.evaluate(async (bearer) => {
      const headers = bearer ? { authorization: `Bearer ${bearer}` } : undefined;
      const { data } = await (
        await fetch('/api/auth/passkey/options', { method: 'POST', ...(headers && { headers }) })
      ).json();
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(data.options);
      const credential = (await navigator.credentials.get({
        publicKey: { ...publicKey, allowCredentials: [] },
      })) as PublicKeyCredential;
      return { challenge_id: data.challenge_id as string, response: credential.toJSON() };
    }, token);
  const send = async (body: unknown, path = '/api/auth/passkey', token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    return (await fetch(`${shop.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  const changed = async (change: (client: { origin: string }) => object) => {
    const given = await answer();
    const { response } = given.response as { response: { clientDataJSON: string } };
    const client = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    response.clientDataJSON = Buffer.from(JSON.stringify(change(client))).toString('base64url');
    return given;
  };
  const right = await answer();
  expect(await send(right)).toBe(200);
  expect(await send(right)).toBe(422);
  const late = await answer();
  await shop.books`update passkey_challenges set expires_at = now() - interval '1 second' where id = ${late.challenge_id}`;
  expect(await send(late)).toBe(422);
  expect(await send(await changed((client) => ({ ...client, origin: 'https://evil.example' })))).toBe(422);
  expect(await send(await changed((client) => ({ ...client, challenge: 'another' })))).toBe(422);
  // A sign-in challenge confirms nothing, and this account's key does not confirm another account's session.
  const { access_token } = await shop.api<{ access_token: string }>('/api/auth/passkey', { body: await answer() });
  expect(await send({ passkey: await answer() }, '/api/auth/step-up', access_token)).toBe(422);
  expect(await send({ passkey: await answer(other.token) }, '/api/auth/step-up', other.token)).toBe(422);
  expect(await send({ passkey: await answer(access_token) }, '/api/auth/step-up', access_token)).toBe(200);
  const [kept] = await shop.books`select counter from passkeys where user_id = ${user.id}`;
  expect(Number(kept?.counter)).toBeGreaterThan(0);
});

test('without JavaScript the page says what passkeys need', async () => {
  const page = await newPage({ javaScript: false });
  await page.goto('/login');
  expect(await page.locator('noscript').innerText()).toBe('Passkeys need JavaScript.');
});
