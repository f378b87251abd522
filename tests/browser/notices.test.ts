import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { NOTICES_CHANNEL } from '#contracts/channels.ts';
import { narrow, openBrowser, pathOf, stopClock, untilHydrated } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);
const admin = await shop.signIn('admin');

async function write(title: string, content: string): Promise<string> {
  const body = { title, content, starts_at: 'now' };
  const { data } = await shop.api<{ data: { id: string } }>('/api/admin/notices', { token: admin, body });
  return data.id;
}

/** Ends every notice, so that each test has only its own. */
async function endAll(): Promise<void> {
  await shop.books`update notices set starts_at = null`;
}

const notice = (page: Page) => page.getByRole('dialog');
const close = (page: Page) => notice(page).getByRole('button', { name: 'Close' });

/** A clock jump makes the live client abandon a socket that is still opening. */
const jumping = { expected: /WebSocket/ };

/** Opens a page which only polls, and whose clock stands still unless the test moves it. */
async function openWithClock(page: Page, path = '/news'): Promise<void> {
  await page.routeWebSocket(/./, () => {});
  await stopClock(page);
  await page.goto(path);
  await untilHydrated(page);
}

/** Waits until the page receives a channel's events: it is first told where the channel stands. */
const isHearing = (page: Page, channel: string) =>
  page.waitForEvent('websocket').then((socket) =>
    socket.waitForEvent('framereceived', {
      predicate: ({ payload }) => String(payload).includes('"sequence"') && String(payload).includes(channel),
    }),
  );

/** How often the page has polled for the latest notice. */
function countPolls(page: Page): () => number {
  let polls = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/notice/latest') polls += 1;
  });
  return () => polls;
}

test('a notice comes with the page, blocks nothing, and is closed by its button alone, for good', async () => {
  await endAll();
  await write('Closed on Sunday', 'First line\nsecond_#line');
  const { token } = await shop.addBuyer(1_00);
  const page = await newPage({ token });
  await page.goto('/faq');
  await untilHydrated(page);
  expect(await notice(page).getAttribute('aria-labelledby')).toBe('notice-title');
  await notice(page).getByRole('heading', { name: 'Closed on Sunday' }).waitFor();
  expect(await page.locator('#notice-content').innerText()).toBe('First line\nsecond line');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Questions and answers' }).click();
  await page.getByLabel('Search the questions').fill('coins');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/faq?q=coins');
  expect(await notice(page).isVisible()).toBe(true);
  expect(await notice(page).evaluate((dialog) => dialog.matches(':modal'))).toBe(false);
  const seen = page.waitForResponse('**/notice/userseen');
  await close(page).click();
  await expect.poll(() => notice(page).count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  await seen;
  await page.goto('/news');
  expect(await notice(page).count()).toBe(0);
});

test('two notices come one after the other, the latest first, by keyboard alone', async () => {
  await endAll();
  await write('Older', 'The older one.');
  await write('Newer', 'The newer one.');
  const page = await newPage({ ...(await shop.addBuyer(1_00)), width: narrow });
  await page.goto('/news');
  for (const title of ['Newer', 'Older']) {
    await notice(page).getByRole('heading', { name: title }).waitFor();
    await close(page).focus();
    await page.keyboard.press('Enter');
  }
  await expect.poll(() => notice(page).count()).toBe(0);
});

test('on a phone the notice is a slim bar above the menu until it is opened, without JavaScript too', async () => {
  await endAll();
  await write('Planned work tonight on the payment servers', 'First line\nSecond line\nThird line\nFourth line');
  const page = await newPage({ ...(await shop.addBuyer(1_00)), width: narrow, javaScript: false });
  await page.goto('/faq');
  const slim = (await notice(page).boundingBox())!;
  expect(slim.height).toBeLessThan(130);
  const bar = (await page.locator('.bottom-bar').boundingBox())!;
  expect(slim.y + slim.height).toBe(bar.y);
  // What the bar and the notice cover can be scrolled out from beneath them: 7rem, and half the window once it is opened.
  const room = () => page.locator('body').evaluate((body) => Number.parseFloat(getComputedStyle(body).paddingBottom));
  expect(await room()).toBe(bar.height + 7 * 16);
  await notice(page).getByText('Show all').click();
  expect(await room()).toBe(bar.height + 780 / 2);
  const open = (await notice(page).boundingBox())!;
  expect(open.height).toBeGreaterThan(slim.height);
  expect(await page.locator('#notice-content').evaluate((text) => text.scrollHeight - text.clientHeight)).toBe(0);
});

test('without JavaScript the notice stands in the page, and closing it leads back there', async () => {
  await endAll();
  await write('Older', 'The older one.');
  await write('Newer', 'The newer one.');
  const page = await newPage({ ...(await shop.addBuyer(1_00)), javaScript: false });
  await page.goto('/faq?q=coins');
  for (const title of ['Newer', 'Older']) {
    await notice(page).getByRole('heading', { name: title }).waitFor();
    await close(page).click();
    expect(pathOf(page)).toBe('/faq?q=coins');
  }
  expect(await notice(page).count()).toBe(0);
});

test('an open page asks every 30 seconds, shows what comes, and stops when there is none', async () => {
  await endAll();
  const page = await newPage({ ...(await shop.addBuyer(1_00)), ...jumping });
  const polls = countPolls(page);
  await openWithClock(page);
  await page.clock.runFor(29_000);
  expect(polls()).toBe(0);
  await write('While you read', 'It came by itself.');
  await page.getByRole('link', { name: 'Shop', exact: true }).focus();
  await page.clock.runFor(2_000);
  await notice(page).getByRole('heading', { name: 'While you read' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Shop');
  // It takes no focus, so it is announced.
  await expect
    .poll(() =>
      page
        .getByRole('status')
        .getByText(/While you read/)
        .count(),
    )
    .toBe(1);
  await page.clock.runFor(30_000);
  await expect.poll(polls).toBe(2);
  const none = page.waitForResponse((response) => response.status() === 204 && /latest/.test(response.url()));
  await close(page).click();
  // It asks once more as soon as its closing is stored.
  const asked = async () => {
    await page.clock.runFor(1);
    return polls();
  };
  await expect.poll(asked).toBe(3);
  await none;
  await write('Unheard', 'Nobody asks any more.');
  await page.clock.runFor(120_000);
  expect(polls()).toBe(3);
});

test.each([200, 201])('an answer of %i shows the notice, and polling never sets the loading flag', async (status) => {
  await endAll();
  const page = await newPage({ ...(await shop.addBuyer(1_00)), ...jumping });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/notice/latest', async (route) => {
    await held;
    await route.fulfill({
      status,
      json: { data: { id: crypto.randomUUID(), title: 'Answered', content: `${status}`, locale: 'en' } },
    });
  });
  await openWithClock(page);
  const asked = page.waitForRequest('**/notice/latest');
  await page.clock.runFor(30_000);
  await asked;
  await page.clock.runFor(5_000);
  expect(await page.locator('.spinner-page, .progress-bar').count()).toBe(0);
  answer();
  await notice(page).getByText(`${status}`, { exact: true }).waitFor();
});

test('a server that fails for a while is asked again; a session that is over leads to the login page', async () => {
  await endAll();
  const { token } = await shop.addBuyer(1_00);
  const page = await newPage({ token, refusals: true, expected: /5\d\d|WebSocket/ });
  const polls = countPolls(page);
  await page.route('**/notice/latest', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await openWithClock(page, '/faq?q=coins');
  await page.clock.runFor(30_000);
  await expect.poll(polls).toBe(1);
  await write('After the failure', 'Here again.');
  // Not before the page has noticed that its request failed.
  const found = async () => {
    const shown = await notice(page).getByRole('heading', { name: 'After the failure' }).count();
    if (!shown) await page.clock.runFor(30_000);
    return shown;
  };
  await expect.poll(found).toBe(1);
  const before = polls();
  await shop.api('/api/auth/logout', { method: 'POST', token });
  await page.clock.runFor(30_000);
  await page.waitForURL('**/login?next=%2Ffaq%3Fq%3Dcoins');
  expect(polls()).toBe(before + 1);
});

test('an open page that has stopped asking hears of a notice at once, and of its end', async () => {
  await endAll();
  const first = await write('First', 'It stands there from the start.');
  const page = await newPage(await shop.addBuyer(1_00));
  const subscribed = isHearing(page, NOTICES_CHANNEL);
  await page.goto('/faq');
  await subscribed;
  const last = page.waitForResponse((response) => /notice\/latest/.test(response.url()) && response.status() === 204);
  await close(page).click();
  await last;
  const second = await write('Later', 'Nobody asks any more.');
  await notice(page).getByRole('heading', { name: 'Later' }).waitFor();
  const body = { starts_at: null };
  await shop.api(`/api/admin/notices/${second}`, { method: 'PATCH', token: admin, body });
  await expect.poll(() => notice(page).count()).toBe(0);
  await shop.api(`/api/admin/notices/${first}`, { method: 'PATCH', token: admin, body });
});

test('a notice closed in one tab closes in the others', async () => {
  await endAll();
  await write('In both', 'Close it once.');
  const page = await newPage(await shop.addBuyer(1_00));
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    const subscribed = isHearing(tab, 'private-user.');
    await tab.goto('/faq');
    await subscribed;
  }
  await close(page).click();
  await expect.poll(() => notice(other).count()).toBe(0);
  expect(await notice(page).count()).toBe(0);
});

test('a hidden tab does not ask; it asks as soon as it is looked at', async () => {
  await endAll();
  const page = await newPage({ ...(await shop.addBuyer(1_00)), ...jumping });
  const polls = countPolls(page);
  await openWithClock(page);
  const turn = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await turn(true);
  await page.clock.runFor(300_000);
  expect(polls()).toBe(0);
  await write('Meanwhile', 'It waited.');
  await turn(false);
  await notice(page).getByRole('heading', { name: 'Meanwhile' }).waitFor();
  expect(polls()).toBe(1);
});

test('a notice that could not be marked as seen comes back', async () => {
  await endAll();
  await write('Stubborn', 'Not yet seen.');
  const page = await newPage({ ...(await shop.addBuyer(1_00)), refusals: true, expected: /ERR_|5\d\d|WebSocket/ });
  await page.route('**/notice/userseen', (route) => route.abort(), { times: 1 });
  await openWithClock(page);
  await close(page).click();
  await expect.poll(() => notice(page).count()).toBe(0);
  // Not before the page has noticed that its request failed.
  const polled = async () => {
    await page.clock.runFor(30_000);
    return notice(page).getByRole('heading', { name: 'Stubborn' }).count();
  };
  await expect.poll(polled).toBe(1);
});

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '"><iframe src="javascript:alert(1)">',
  '</title></h2><script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '{{constructor.constructor("alert(1)")()}}',
  '</script><script>alert(1)</script>',
];

test('whatever a notice holds is shown as the text that it is', async () => {
  await endAll();
  await write(payloads.slice(0, 5).join(' '), payloads.join('\n'));
  const page = await newPage(await shop.addBuyer(1_00));
  page.on('dialog', () => expect.unreachable('a script of the notice ran'));
  await page.goto('/news');
  expect(await page.locator('#notice-title').textContent()).toBe(payloads.slice(0, 5).join(' '));
  expect(await page.locator('#notice-content').textContent()).toBe(payloads.join('\n'));
  expect(await notice(page).locator('script, img, svg, iframe').count()).toBe(0);
});
