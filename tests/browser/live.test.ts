import { readFile } from 'node:fs/promises';
import type LaravelEcho from 'laravel-echo';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DASHBOARD_CHANNEL } from '#contracts/channels.ts';
import type { Payment } from '#contracts/coins/payments.ts';
import type { Card } from '#contracts/shop/cards.ts';
import { notify } from '#features/messages/notifications/notify.ts';
import { notifyDashboard } from '#features/messages/notifications/notify-dashboard.ts';
import { openBrowser, pathOf } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
await shop.untilOffered('ETH');
const newPage = await openBrowser(shop.url);

/** Waits until a channel, usually the page's own, is subscribed: from then on it receives events. */
const isLive = (page: Page, channel = 'private-user.') =>
  page.waitForEvent('websocket', {
    predicate: (socket) =>
      new Promise((resolve) => {
        socket.on('framereceived', ({ payload }) => {
          if (String(payload).includes('subscription_succeeded') && String(payload).includes(channel)) resolve(true);
        });
      }),
  });

async function openLive(page: Page, path: string, channel?: string): Promise<Page> {
  const live = isLive(page, channel);
  await page.goto(path);
  await live;
  return page;
}

/** Another tab of the same browser. */
async function otherTab(page: Page, path: string): Promise<Page> {
  return openLive(await page.context().newPage(), path);
}

async function cheapCard(token: string): Promise<Card> {
  const { data } = await shop.api<{ data: Card[] }>('/api/cards?sort=price&per_page=1', { token });
  return data[0] as Card;
}

/** State that a reload would lose. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { kept: true }));
const isPreserved = (page: Page) => page.evaluate(() => 'kept' in window);

test('a purchase by the API shows in both tabs: balance, badge and order, without a reload', async () => {
  const buyer = await shop.addBuyer(100_00);
  const card = await cheapCard(buyer.token);
  const home = await openLive(await newPage({ token: buyer.token }), '/');
  const cart = await otherTab(home, '/cart');
  await Promise.all([mark(home), mark(cart)]);

  await shop.api('/api/carts', { ...buyer, body: { ids: [card.id] } });
  await home.getByRole('link', { name: 'Cart 1 in the cart' }).waitFor();
  await cart.getByRole('button', { name: /^Pay / }).waitFor();

  await shop.api('/api/invoices', { ...buyer, body: { ids: [card.id] } });
  const left = `$${((100_00 - card.price_cents) / 100).toFixed(2)}`;
  for (const page of [home, cart]) {
    await page.locator('.nav-user').getByText(left).waitFor();
    await page.locator('.navbar .badge').first().waitFor({ state: 'detached' });
    expect(await isPreserved(page)).toBe(true);
  }
  await cart.getByText('Your cart is empty').waitFor();
  await home
    .getByRole('link', { name: /^Order/ })
    .first()
    .waitFor();
});

test('what a form was answered stays through live updates, until another page is opened', async () => {
  const token = await shop.signIn('newcomer');
  const { data } = await shop.api<{ data: { id: string } }>('/api/auth/users', { token });
  const page = await openLive(await newPage({ token, refusals: true }), '/user/password');
  await page.getByLabel('Current password').fill('not-my-password');
  await page.getByLabel('New password', { exact: true }).fill('a-quiet-harbour-9');
  await page.getByLabel('New password again').fill('a-quiet-harbour-9');
  await page.getByRole('button', { name: 'Change password' }).click();
  const refusal = page.locator('.field-error');
  await refusal.waitFor();
  const unread = page.locator('.navbar').getByRole('link', { name: /^Notifications/ });
  const before = await unread.innerText();
  await notify(shop.books, data.id, { type: 'info', title: 'News of it', content: 'More' });
  await expect.poll(() => unread.innerText()).not.toBe(before);
  expect(await refusal.isVisible()).toBe(true);
  await page.getByRole('link', { name: 'Sessions' }).click();
  await page.waitForURL('**/user/sessions');
  await refusal.waitFor({ state: 'detached' });
});

test('a text that another changed is not overwritten because a live update brought the change', async () => {
  const token = await shop.signIn('admin');
  const body = { title: 'Shared', content: 'Text.' };
  const { data } = await shop.api<{ data: { id: string } }>('/api/admin/news', { token, body });
  const page = await openLive(await newPage({ token, refusals: true }), `/admin/news/${data.id}`);
  await shop.api(`/api/admin/news/${data.id}`, { method: 'PATCH', token, body: { title: 'Theirs' } });
  await notifyDashboard(shop.books, ['support'], { type: 'info', title: 'Look', content: 'More' });
  await page.getByRole('heading', { name: 'Theirs' }).waitFor();
  await page.getByLabel('Title', { exact: true }).fill('Mine');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Someone else has changed this since you opened it.').waitFor();
});

test('a notification is a toast at the top right for six seconds, and stays in the inbox until it is read', async () => {
  const buyer = await shop.addBuyer(1);
  const page = await openLive(await newPage({ token: buyer.token }), '/news');
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 60_000);
  await notify(shop.books, buyer.id, { type: 'success', title: 'It arrived', content: 'All of it', link: '/orders' });
  const toast = page.getByRole('status').filter({ hasText: 'It arrived' });
  await toast.getByText('All of it').waitFor();
  const box = (await toast.boundingBox())!;
  expect(box.x + box.width).toBeGreaterThan(1440 - 40);
  const frame = (await page.getByRole('banner').boundingBox())!;
  expect(box.y).toBeGreaterThan(frame.y + frame.height);
  expect(box.y).toBeLessThan(frame.y + frame.height + 40);

  await toast.hover();
  await page.clock.runFor(20_000);
  expect(await toast.isVisible()).toBe(true);
  await page.mouse.move(0, 500);
  await page.clock.runFor(6_000);
  await toast.waitFor({ state: 'detached' });

  await page.clock.runFor(1_000);
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).click();
  await page.getByRole('heading', { name: 'Notifications' }).waitFor();
  await page.getByRole('button', { name: 'Open: It arrived' }).click();
  await page.waitForURL('**/orders');
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
});

test('laravel-echo as it is hears the own channel in a browser, beside the page', async () => {
  const buyer = await shop.addBuyer(1);
  const page = await openLive(await newPage({ token: buyer.token }), '/news');
  // Through the debugger: the page's policy applies only to its own scripts.
  for (const file of ['pusher-js/dist/web/pusher.min.js', 'laravel-echo/dist/echo.iife.js'])
    await page.evaluate(await readFile(`node_modules/${file}`, 'utf8'));
  const subscribed = isLive(page);
  await page.evaluate(
    ({ id, token }) => {
      const { Echo, Pusher } = window as unknown as { Echo: { default: typeof LaravelEcho }; Pusher: never };
      const echo = new Echo.default({
        broadcaster: 'pusher',
        key: 'facevalue',
        Pusher,
        cluster: '',
        wsHost: location.hostname,
        wsPort: Number(location.port),
        forceTLS: false,
        enabledTransports: ['ws'],
        channelAuthorization: {
          transport: 'ajax',
          endpoint: '/api/broadcasting/auth',
          headers: { Authorization: `Bearer ${token}` },
        },
      });
      echo.private(`user.${id}`).listen('.notification', ({ title }: { title: string }) => {
        document.title = `Echo: ${title}`;
      });
    },
    { id: buyer.id, token: buyer.token },
  );
  await subscribed;
  await notify(shop.books, buyer.id, { type: 'info', title: 'It arrived', content: '' });
  await page.waitForFunction(() => document.title === 'Echo: It arrived');
  await page.getByRole('status').getByText('It arrived').waitFor();
});

test('an admin sees what the dashboard is told; a buyer beside does not', async () => {
  const admin = { token: await shop.signIn('admin') };
  const buyer = await shop.addBuyer(1);
  const [first, second] = [
    await openLive(await newPage(admin), '/news', DASHBOARD_CHANNEL),
    await openLive(await newPage({ token: buyer.token }), '/news'),
  ];
  await notifyDashboard(shop.books, ['support'], { type: 'error', title: 'A payment is held', content: '12.00' });
  await first.getByRole('alert').getByText('A payment is held').waitFor();
  await notify(shop.books, buyer.id, { type: 'info', title: 'Only for the buyer', content: '' });
  await second.getByText('Only for the buyer').waitFor();
  expect(await second.getByText('A payment is held').count()).toBe(0);
  expect(await first.getByText('Only for the buyer').count()).toBe(0);
});

test('whoever signs out in one tab is signed out in the other at once', async () => {
  const buyer = await shop.addBuyer(1);
  const first = await openLive(await newPage({ token: buyer.token }), '/orders');
  const second = await otherTab(first, '/billing');
  await first.locator('.nav-user').click();
  await first.getByRole('button', { name: 'Logout' }).click();
  await first.waitForURL('**/login');
  await second.waitForURL('**/login**');
  expect(pathOf(second)).toBe('/login?next=%2Fbilling');
});

test('a page says goodbye before it signs out, and is live again when that failed', async () => {
  const buyer = await shop.addBuyer(1);
  const page = await newPage({ token: buyer.token, expected: /ERR_FAILED/ });
  const opened = page.waitForEvent('websocket');
  await openLive(page, '/orders');
  const closed = (await opened).waitForEvent('close');
  await page.route('**/logout.data*', async (route) => {
    await closed;
    await route.abort();
  });
  await page.locator('.nav-user').click();
  const again = isLive(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await again;
  expect(pathOf(page)).toBe('/orders');
});

test('a page whose connection was lost comes back, and reads what it missed', async () => {
  const buyer = await shop.addBuyer(50_00);
  const page = await newPage({ token: buyer.token });
  let deaf = false;
  let drop = () => {};
  await page.routeWebSocket('**/app/**', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!deaf) socket.send(message);
    });
    drop = () => void socket.close({ code: 4200 });
  });
  await page.goto('/');
  await page.waitForFunction(() => performance.getEntriesByName(`${location.origin}/live/auth`).length === 2);
  await mark(page);
  deaf = true;
  const card = await cheapCard(buyer.token);
  await shop.api('/api/invoices', { ...buyer, body: { ids: [card.id] } });
  deaf = false;
  drop();
  await page
    .locator('.nav-user')
    .getByText(`$${((50_00 - card.price_cents) / 100).toFixed(2)}`)
    .waitFor();
  expect(await isPreserved(page)).toBe(true);
});

/** Pays, and mines the blocks that it takes: the demo chain has one a second. */
async function pay({ coin, address, amount_units }: Payment): Promise<void> {
  await shop.api('/api/demo/pay', { body: { coin, address, amount_units } });
  await shop.api('/api/demo/mine', { body: { coin, blocks: 12 } });
}

test('a payment page follows the payment by events alone, and the newcomer hears of the activation', async () => {
  const { id, token } = await shop.addBuyer(1);
  await shop.books`update users set activated_at = null where id = ${id}`;
  const { data: payment } = await shop.api<{ data: Payment }>('/api/billings', {
    token,
    body: { coin: 'ETH', amount_cents: 25_00 },
  });
  const page = await openLive(await newPage({ token }), `/billing/${payment.id}`);
  await mark(page);
  await pay(payment);
  await page.getByText('$25.00 was added to your balance.').waitFor();
  await page.locator('.nav-user').getByText('$25.01').waitFor();
  await page.getByRole('status').getByText('Your account is active').waitFor();
  expect(await isPreserved(page)).toBe(true);
});

test('when the lock of the rate ends the page says so, though no event comes', async () => {
  const buyer = await shop.addBuyer(1);
  const { data: payment } = await shop.api<{ data: Payment }>('/api/billings', {
    ...buyer,
    body: { coin: 'ETH', amount_cents: 25_00 },
  });
  await shop.books`update payments set expires_at = now() + interval '3 seconds' where id = ${payment.id}`;
  const page = await openLive(await newPage({ token: buyer.token }), `/billing/${payment.id}`);
  await page.getByText('The rate is no longer locked').waitFor();
});

test('a page that cannot connect says so quietly, and asks by itself where it waits for something', async () => {
  const buyer = await shop.addBuyer(1);
  const { data: payment } = await shop.api<{ data: Payment }>('/api/billings', {
    ...buyer,
    body: { coin: 'ETH', amount_cents: 25_00 },
  });
  const page = await newPage({ token: buyer.token });
  await page.routeWebSocket('**/app/**', (socket) => void socket.close({ code: 4100 }));
  await page.goto(`/billing/${payment.id}`);
  await page.locator('.live-note').getByText('No live updates right now').waitFor();
  await pay(payment);
  await page.getByText('$25.00 was added to your balance.').waitFor();
});

test('the inbox works without JavaScript, is empty at first, and marks all as read', async () => {
  const buyer = await shop.addBuyer(1);
  const page = await newPage({ token: buyer.token, javaScript: false });
  await page.goto('/notifications');
  await page.getByText('No notifications yet').waitFor();
  for (const title of ['One', 'Two']) await notify(shop.books, buyer.id, { type: 'info', title, content: '' });
  await page.reload();
  await page.getByRole('link', { name: 'Notifications, 2 unread' }).waitFor();
  await page.getByRole('button', { name: 'Mark as read: One' }).click();
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^Mark/ }).count()).toBe(0);
});

test('a signature of the page is for its own session, and not for another site', async () => {
  const [a, b] = [await shop.addBuyer(1), await shop.addBuyer(1)];
  const page = await newPage({ token: a.token, refusals: true });
  await page.goto('/news');
  const ask = (id: string, headers: Record<string, string>) =>
    page.request.post('/live/auth', { headers, data: { socket_id: '1.2', channel_name: `private-user.${id}` } });
  const here = { origin: new URL(page.url()).origin };
  expect((await ask(a.id, here)).status()).toBe(200);
  expect((await ask(b.id, here)).status()).toBe(403);
  expect((await ask(a.id, { origin: 'https://elsewhere.example' })).status()).toBe(403);
  expect((await ask(a.id, { ...here, 'sec-fetch-site': 'cross-site' })).status()).toBe(403);
});

test('a toast covers no total, and says nothing that its own page says', async () => {
  const buyer = await shop.addBuyer(100_00);
  const card = await cheapCard(buyer.token);
  await shop.api('/api/carts', { ...buyer, body: { ids: [card.id] } });
  const cart = await openLive(await newPage({ token: buyer.token }), '/cart');
  const told = (title: string, link: string) =>
    notify(shop.books, buyer.id, { type: 'success', title, content: '', link });
  await told('About this page', '/cart');
  await told('About another', '/news');
  const toasts = cart.locator('.toast');
  await toasts.getByText('About another').waitFor();
  expect(await toasts.count()).toBe(1);
  const [toast, checkout] = [(await toasts.boundingBox())!, (await cart.locator('.checkout').boundingBox())!];
  expect(toast.x + toast.width).toBeLessThan(checkout.x);
});

test('a proposal is told to those who can decide it, and not to who made it', async () => {
  const admin = await shop.signIn('admin');
  const { data: user } = await shop.api<{ data: { id: string } }>('/api/auth/users', { token: admin });
  const page = await openLive(await newPage({ token: admin }), '/news');
  const told = (title: string, by: string) =>
    notifyDashboard(shop.books, ['support'], { type: 'info', title, content: '', by });
  await told('By oneself', user.id);
  await told('By somebody else', '01890000-0000-7000-8000-000000000000');
  await page.locator('.toast').getByText('By somebody else').waitFor();
  expect(await page.locator('.toast').count()).toBe(1);
});
