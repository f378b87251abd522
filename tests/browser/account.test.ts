import { createHash } from 'node:crypto';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, pathOf, untilHydrated } from '#tests/support/browser.ts';
import { demoPassword, runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** A buyer who can sign in by password, with a session whose last factor is `minutes` old. */
async function buyer(minutes = 0, cents = 5_00) {
  const { token } = await shop.addBuyer(cents);
  const [user] = await shop.books<{ id: string; username: string; email: string }[]>`
    update users set password_hash = (select password_hash from users where username = 'buyer'), email_verified_at = now()
    where id = (select user_id from sessions where token_hash = ${hashOf(token)}) returning id, username, email`;
  await shop.books`
    update sessions set confirmed_at = now() - make_interval(mins => ${minutes}), confirmed_by = 'password'
    where token_hash = ${hashOf(token)}`;
  return { ...user!, token };
}

async function signIn(page: Page, username: string, password = demoPassword): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The path in the newest mail to an address, once it has arrived. */
async function linkTo(address: string, path: string): Promise<string> {
  let found = '';
  await expect
    .poll(async () => {
      const { data } = await shop.api<{ data: { to: string; text: string }[] }>('/api/demo/mails');
      found =
        data
          .flatMap(({ to, text }) => (to === address ? (text.match(/\/[\w/-]+\?token=[\w.-]+/g) ?? []) : []))
          .find((link) => link.startsWith(`${path}?`)) ?? '';
      return found;
    })
    .not.toBe('');
  return found;
}

const codeNow = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });

/** Sets up an app on the security page and returns its secret and the recovery codes. */
async function setUpApp(page: Page) {
  await page.goto('/user/security');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  const secret = (await page.locator('.copyable code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code from your authenticator app').fill('000000');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('This code is wrong. Check your phone').first().waitFor();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  expect((await page.locator('.copyable code').innerText()).replaceAll(' ', '')).toBe(secret);
  await page.getByLabel('Code from your authenticator app').fill(codeNow(secret));
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('heading', { name: 'Recovery codes' }).first().waitFor();
  return { secret, codes: await page.locator('.codes code').allInnerTexts() };
}

test.each([true, false])(
  'an app is set up, asked for at sign-in and at a confirmation, with JavaScript: %s',
  async (javaScript) => {
    const user = await buyer();
    const page = await newPage({ token: user.token, javaScript, refusals: true });
    const { secret, codes } = await setUpApp(page);
    expect(codes).toHaveLength(10);
    await page.goto('/user/security');
    expect(await page.content()).not.toContain(secret);
    expect(await page.content()).not.toContain(codes[0]);
    await page.getByText('10 codes left.').waitFor();

    const other = await newPage({ javaScript, refusals: true });
    await signIn(other, user.username);
    await other.getByRole('heading', { name: 'One more step' }).waitFor();
    expect(await other.content()).not.toContain(demoPassword);
    await other.getByLabel('Code from your authenticator app').fill('000000');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText('This code is wrong or was already used.').first().waitFor();
    // A later one than at the set-up, however soon this is: each counts once.
    await other.getByLabel('Code from your authenticator app').fill(codeNow(secret, 1));
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.waitForURL('**/news');

    await shop.books`update sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${user.id}`;
    await other.goto('/user/email');
    await other.getByRole('heading', { name: "Confirm it's you" }).waitFor();
    await other.getByLabel('Code from your authenticator app').fill(codes[0]!);
    await other.getByRole('button', { name: 'Confirm' }).click();
    await other.waitForURL('**/user/email');
  },
);

test.each([true, false])(
  'a password confirms whoever has nothing more, who then goes on, with JavaScript: %s',
  async (javaScript) => {
    const user = await buyer(11);
    const page = await newPage({ token: user.token, javaScript, refusals: true });
    await page.goto('/user/security');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.waitForURL('**/user/confirm?next=%2Fuser%2Fsecurity');
    await page.getByLabel('Password', { exact: true }).fill('wrong-password-1');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('This password is wrong.').first().waitFor();
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL('**/user/security');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await expect(shop.balanceOf(user.token)).rejects.toThrow('401');
  },
);

test.each([true, false])(
  'what was typed is there again after a confirmation on the way, with JavaScript: %s',
  async (javaScript) => {
    const user = await buyer();
    const page = await newPage({ token: user.token, javaScript, refusals: true });
    const confirm = async () => {
      await page.waitForURL('**/user/confirm?next=*');
      await page.getByLabel('Password', { exact: true }).fill(demoPassword);
      await page.getByRole('button', { name: 'Confirm' }).click();
    };
    const age = () =>
      shop.books`update sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${user.id}`;

    await page.goto('/user/email');
    await age();
    await page.getByLabel('New e-mail address').fill(`${user.username}@new.example`);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await confirm();
    await page.waitForURL('**/user/email');
    expect(await page.getByLabel('New e-mail address').inputValue()).toBe(`${user.username}@new.example`);
    await page.reload();
    expect(await page.getByLabel('New e-mail address').inputValue()).toBe('');

    await page.goto('/user/data');
    await age();
    await page.getByRole('checkbox').check();
    await page.getByLabel(/^Type/).fill(user.username);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await confirm();
    await page.waitForURL('**/user/data');
    expect(await page.getByLabel(/^Type/).inputValue()).toBe(user.username);
    expect(await page.getByRole('checkbox').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.waitForURL('**/login');
  },
);

test('a confirmation leads to pages of this shop only', async () => {
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/user/confirm',
  ]) {
    const user = await buyer();
    const page = await newPage({ token: user.token });
    await page.goto(`/user/confirm?next=${encodeURIComponent(next)}`);
    expect(['/news', '/user/security']).toContain(pathOf(page));
  }
});

test.each([true, false])('a forgotten password is set anew by mail, with JavaScript: %s', async (javaScript) => {
  const user = await buyer();
  const page = await newPage({ javaScript, refusals: true });
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Username or e-mail address').fill(user.username);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.waitForURL('**/forgot?sent');
  await page.goto(await linkTo(user.email, '/reset'));
  await page.getByLabel('New password', { exact: true }).fill('a-quiet-harbour-9');
  await page.getByLabel('New password again').fill('a-quiet-harbour-8');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText("The two passwords don't match.").first().waitFor();
  await page.getByLabel('New password', { exact: true }).fill('a-quiet-harbour-9');
  await page.getByLabel('New password again').fill('a-quiet-harbour-9');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.waitForURL('**/login');
  await expect(shop.balanceOf(user.token)).rejects.toThrow('401');
  await signIn(page, user.username, 'a-quiet-harbour-9');
  await page.waitForURL('**/news');
});

test('a password is shown on request, and never sent as plain input', async () => {
  const page = await newPage({ refusals: true });
  await page.goto('/login');
  const field = page.getByLabel('Password');
  const toggle = page.getByRole('button', { name: 'Show password' });
  await field.fill('not-the-password');
  await toggle.click();
  expect([await field.getAttribute('type'), await toggle.getAttribute('aria-pressed')]).toEqual(['text', 'true']);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('.field-error').waitFor();
  expect([await field.getAttribute('type'), await toggle.getAttribute('aria-pressed')]).toEqual(['password', 'false']);
  const plain = await newPage({ javaScript: false });
  await plain.goto('/login');
  await plain.getByRole('region', { name: 'Gift cards and vouchers' }).getByRole('img').first().waitFor();
  expect(await plain.getByRole('button', { name: 'Show password' }).count()).toBe(0);
});

test.each([true, false])('the theme is chosen in the menu and stays, with JavaScript: %s', async (javaScript) => {
  const { token } = await buyer();
  const page = await newPage({ token, javaScript });
  const theme = () => page.locator('html').getAttribute('data-theme');
  await page.goto('/faq?q=card');
  await page.locator('.nav-account summary').click();
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect.poll(theme).toBe('dark');
  expect(pathOf(page)).toBe('/faq?q=card');
  await page.goto('/news');
  expect(await theme()).toBe('dark');
});

test("times are in the browser's zone, unless the profile names another", async () => {
  const { token, id } = await buyer();
  const page = await newPage({ token });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
  const shown = async () => {
    await page.goto('/user/sessions');
    return page.locator('time').first().textContent();
  };
  await shown();
  expect(await shown()).toMatch(/GMT\+9$/);
  await shop.books`update users set time_zone = 'UTC' where id = ${id}`;
  await expect.poll(shown).toMatch(/UTC$/);
});

test('a new address counts once it is confirmed, and its old one takes it back', async () => {
  const user = await buyer();
  const page = await newPage({ token: user.token, javaScript: false, refusals: true });
  const fresh = `${user.username}@moved.example`;
  await page.goto('/user/email');
  await page.getByLabel('New e-mail address').fill(fresh);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.waitForURL('**/user/profile');
  await page.getByText(user.email).waitFor();
  await page.goto(await linkTo(fresh, '/email-change'));
  await page.getByRole('button', { name: 'Confirm e-mail address' }).click();
  await page.waitForURL('**/user/profile');
  await page.getByText(fresh).first().waitFor();
  await page.goto(await linkTo(user.email, '/email-change/stop'));
  await page.getByRole('button', { name: 'Stop the change' }).click();
  await page.waitForURL('**/forgot');
  const [kept] = await shop.books`select email from users where id = ${user.id}`;
  expect(kept).toEqual({ email: user.email });
  await page.goto('/user/profile');
  expect(pathOf(page)).toContain('/login');
});

test.each(['/verify-email', '/reset', '/email-change', '/email-change/stop'])(
  'a link of %s that lost its token says so and offers no form; a dead one leads on as well',
  async (path) => {
    const page = await newPage({ javaScript: false, refusals: true });
    const wayOn = page.getByRole('link', {
      name: path === '/email-change/stop' ? 'Set a new password' : 'Ask for a new link',
    });
    await page.goto(path);
    await page.getByText('This link is incomplete.').waitFor();
    await wayOn.waitFor();
    expect(await page.getByRole('main').locator('form[method=post]:not([action])').count()).toBe(0);
    await page.goto(`${path}?token=dead`);
    for (const field of await page.getByLabel(/^New password/).all()) await field.fill('a-quiet-harbour-9');
    await page
      .getByRole('main')
      .getByRole('button', { name: /Confirm|Set|Stop/ })
      .click();
    await page.getByText('This link is no longer valid.').first().waitFor();
    await wayOn.waitFor();
  },
);

test('sessions show their device and are ended one by one or all at once', async () => {
  const user = await buyer();
  // A page that is still joining its channel when its session ends is refused with a 401.
  const page = await newPage({ refusals: true });
  await signIn(page, user.username);
  await page.waitForURL('**/news');
  await page.goto('/user/sessions');
  await page.getByText('Chrome Headless on Linux').or(page.getByText('Chrome on Linux')).first().waitFor();
  const other = page.getByRole('button', { name: 'Sign out Unknown device' });
  await other.click();
  // Whoever knows the password alone can't throw its owner out.
  await page.waitForURL(`**/user/confirm?next=${encodeURIComponent('/user/sessions')}`);
  await enterCode(page, await codeTo(user.email));
  await page.waitForURL('**/user/sessions');
  await shop.balanceOf(user.token);
  await other.click();
  await page.getByText("You're not signed in anywhere else.").waitFor();
  await expect(shop.balanceOf(user.token)).rejects.toThrow('401');
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await page.waitForURL('**/login');
});

test.each([true, false])('what a person holds is downloaded as one file, with JavaScript: %s', async (javaScript) => {
  const user = await buyer();
  const page = await newPage({ token: user.token, javaScript });
  await page.goto('/user/data');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('facevalue-account.json');
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  const all = JSON.parse(Buffer.concat(parts).toString());
  expect(all).toMatchObject({ profile: { username: user.username, email: user.email }, orders: [] });
});

test.each([true, false])(
  'an account is erased once its loss is accepted and its name typed, with JavaScript: %s',
  async (javaScript) => {
    const user = await buyer();
    const page = await newPage({ token: user.token, javaScript, refusals: true });
    await page.goto('/user/data');
    await page.getByText('your balance of $5.00').waitFor();
    await page.getByLabel(/^Type your username/).fill('somebody-else');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByText('Type your username exactly as shown.').first().waitFor();
    await page.getByLabel(/^Type your username/).fill(user.username);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page
      .getByText(/^You would lose your balance of \$5\.00/)
      .first()
      .waitFor();
    await page.getByLabel(/^I give all of this up/).check();
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.waitForURL('**/login');
    const [kept] =
      await shop.books`select username, email, disabled_at is not null as disabled from users where id = ${user.id}`;
    expect(kept).toMatchObject({ disabled: true });
    expect(JSON.stringify(kept)).not.toContain(user.username);
  },
);

test.each([true, false])(
  'name, language, time zone and theme are saved with the account, with JavaScript: %s',
  async (javaScript) => {
    const user = await buyer();
    const page = await newPage({ token: user.token, javaScript });
    await page.goto('/user/profile');
    await page.getByLabel('Name', { exact: true }).fill('Anna Example');
    await page.getByLabel('Theme').selectOption('dark');
    await page.getByLabel('Time zone').selectOption('Europe/Berlin');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Profil', exact: true }).waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    // Another browser of the same user shows the same.
    const other = await newPage({ token: user.token });
    await other.goto('/user/profile');
    expect(await other.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await other.getByLabel('Name', { exact: true }).inputValue()).toBe('Anna Example');
  },
);

/** A buyer's session on a device that the account hasn't seen before. */
async function buyerOnNewDevice(cents = 5_00) {
  const user = await buyer(0, cents);
  await shop.books`update devices set trusted_at = null where user_id = ${user.id}`;
  return user;
}

/** The newest code mailed to an address. */
async function codeTo(address: string): Promise<string> {
  let code = '';
  const newest = async () => {
    const { data } = await shop.api<{ data: { to: string; text: string }[] }>('/api/demo/mails');
    code = data.flatMap(({ to, text }) => (to === address ? (text.match(/^\d{8}$/m) ?? []) : []))[0] ?? '';
    return code;
  };
  await expect.poll(newest).not.toBe('');
  return code;
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole('heading', { name: 'Confirm this device' }).waitFor();
  await page.getByLabel('Code from the e-mail').fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
}

test.each([true, false])(
  'a code on a new device is shown once its person confirmed it by a mailed code, with JavaScript: %s',
  async (javaScript) => {
    const user = await buyerOnNewDevice();
    const { data: cards } = await shop.api<{ data: { id: string; price_cents: number }[] }>(
      '/api/cards?sort=price',
      user,
    );
    const body = { ids: [cards[0]?.id] };
    const { data: order } = await shop.api<{ data: { id: string } }>('/api/invoices', { token: user.token, body });
    const page = await newPage({ token: user.token, javaScript, refusals: true });
    await page.goto(`/orders/${order.id}`);
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: 'Reveal the code' }).click();
    await page.waitForURL(`**/user/confirm?next=${encodeURIComponent(`/orders/${order.id}`)}`);
    await enterCode(page, '00000000');
    await page.getByText('This code is wrong.').first().waitFor();
    await enterCode(page, await codeTo(user.email));
    await page.waitForURL(`**/orders/${order.id}`);
    for (const box of await page.getByRole('checkbox').all()) expect(await box.isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Reveal the code' }).click();
    await page.locator('.secret').waitFor();
  },
);

test.each([true, false])(
  'a cart above 25 dollars asks for the mailed code and is bought with the next press, with JavaScript: %s',
  async (javaScript) => {
    const user = await buyerOnNewDevice(1_000_00);
    const { data: cards } = await shop.api<{ data: { id: string }[] }>('/api/cards?sort=-price', user);
    await shop.api('/api/carts', { token: user.token, body: { ids: [cards[0]?.id] } });
    const page = await newPage({ token: user.token, javaScript, refusals: true });
    await page.goto('/cart');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL('**/user/confirm?next=%2Fcart');
    await enterCode(page, await codeTo(user.email));
    await page.waitForURL('**/cart');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL('**/orders/*');
  },
);

test.each([true, false])(
  'a page that wants its device confirmed offers a code, and five wrong ones end it, with JavaScript: %s',
  async (javaScript) => {
    const user = await buyerOnNewDevice();
    const page = await newPage({ token: user.token, javaScript, refusals: true });
    await page.goto('/user/email');
    await page.waitForURL('**/user/confirm?next=%2Fuser%2Femail');
    expect(await page.getByLabel('Code from the e-mail').count()).toBe(0);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByLabel('Code from the e-mail').waitFor();
    const first = await codeTo(user.email);
    const refusal = (sentence: string) => page.getByText(sentence).first().waitFor();
    for (let i = 0; i < 4; i++) {
      await enterCode(page, '00000000');
      await refusal('This code is wrong.');
      // The other sentence must come first, or the next attempt would count the one that still stands there.
      await enterCode(page, '');
      await refusal('Enter the code from the e-mail.');
    }
    await enterCode(page, '00000000');
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await expect.poll(() => codeTo(user.email)).not.toBe(first);
    await enterCode(page, await codeTo(user.email));
    await page.waitForURL('**/user/email');
  },
);

/** A browser that allows notifications and subscribes, as far as a page can tell. */
const pushing = (subscription: object) => {
  const pushManager = { getSubscription: async () => null, subscribe: async () => ({ toJSON: () => subscription }) };
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { register: async () => {}, ready: Promise.resolve({ pushManager }) },
  });
  Notification.requestPermission = async () => 'granted';
  Object.defineProperty(Notification, 'permission', { value: 'granted' });
};

test('push notifications are turned on in a browser, limited to some topics without JavaScript, and turned off', async () => {
  const user = await shop.addBuyer(1_00);
  const { data } = await shop.api<{ data: { public_key: string } }>('/api/push', user);
  const page = await newPage({ token: user.token });
  const keys = { p256dh: data.public_key, auth: 'BTBZMqHH6r4Tts7J_aSIgg' };
  await page.addInitScript(pushing, { endpoint: 'https://push.example/abc', keys });
  await page.goto('/user/notifications');
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Turn on in this browser' }).click();
  await page.getByText('Push notifications are on').first().waitFor();
  await page.getByRole('button', { name: 'Turn on in this browser' }).waitFor({ state: 'detached' });

  const plain = await newPage({ token: user.token, javaScript: false });
  await plain.goto('/user/notifications');
  const panel = plain.locator('section', { hasText: 'Push notifications' });
  await panel.getByLabel('Orders').uncheck();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => panel.getByLabel('Orders').isChecked()).toBe(false);
  expect(await panel.getByLabel('Tickets').isChecked()).toBe(true);
  await panel.getByRole('button', { name: 'Turn off' }).click();
  await panel.locator('noscript p').waitFor();
  await expect.poll(() => panel.getByRole('checkbox').count()).toBe(0);
});

test('a browser that subscribed with a former push key comes over when its owner opens the page, with its topics', async () => {
  const user = await shop.addBuyer(1_00);
  const { data } = await shop.api<{ data: { public_key: string } }>('/api/push', user);
  const page = await newPage({ token: user.token });
  const keys = { p256dh: data.public_key, auth: 'BTBZMqHH6r4Tts7J_aSIgg' };
  const body = { endpoint: 'https://push.example/over', keys, topics: ['orders'] };
  await shop.api('/api/push/subscriptions', { ...user, body });
  const newer = `${data.public_key.slice(0, -1)}${data.public_key.endsWith('A') ? 'B' : 'A'}`;
  await shop.books`
    insert into push_keys (public_key, data_key, sealed_private_key)
    select ${newer}, data_key, sealed_private_key from push_keys where public_key = ${data.public_key}`;
  await page.addInitScript(pushing, { endpoint: 'https://push.example/over', keys });
  await page.goto('/user/notifications');
  const subscriptions = () => shop.books`
    select s.public_key, s.topics from push_subscriptions s join sessions t on t.id = s.session_id
    where t.token_hash = ${hashOf(user.token)}`;
  await expect.poll(subscriptions).toEqual([{ public_key: newer, topics: ['orders'] }]);
  await page.getByText('this browser', { exact: false }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Turn on in this browser' }).count()).toBe(0);
});
