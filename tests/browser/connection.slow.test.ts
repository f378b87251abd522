import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, pathOf, stopClock, untilHydrated } from '#tests/support/browser.ts';
import { startProxy } from '#tests/support/proxy.ts';
import { demoPassword, runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
await shop.untilOffered('ETH');
const proxy = await startProxy(shop.url);
const newPage = await openBrowser(proxy.url);

const broken = { refusals: true, expected: /ERR_|Failed to fetch|502|503|WebSocket/ };
const notice = (page: Page) => page.locator('.connection-notice');
const idle = (page: Page) => expect.poll(() => page.locator('.spinner-page, .progress-bar').count()).toBe(0);

async function typeLogin(page: Page): Promise<void> {
  await page.goto('/login');
  await untilHydrated(page);
  await page.getByLabel('Username').fill('buyer');
  await page.getByLabel('Password').fill(demoPassword);
}

test('offline is said at once, what was typed stays, and being back is said too', async () => {
  const page = await newPage(broken);
  await typeLogin(page);
  await page.context().setOffline(true);
  await notice(page).getByText("You're offline. Nothing you typed is lost.").waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText("That didn't reach the shop.").waitFor();
  await idle(page);
  expect(await page.getByLabel('Username').inputValue()).toBe('buyer');
  expect(await page.getByLabel('Password').inputValue()).toBe(demoPassword);
  await page.context().setOffline(false);
  await page.locator('.toast').getByText("You're back online").waitFor();
  expect(await notice(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/news');
});

test('a shop that refuses connections is said, and tried again on demand', async () => {
  const page = await newPage(broken);
  // Otherwise the page itself might find the shop before the button is pressed.
  await stopClock(page);
  await typeLogin(page);
  await proxy.away();
  try {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await notice(page).getByText("We can't reach the shop.").waitFor();
    await page.getByRole('alert').getByText("That didn't reach the shop.").waitFor();
    await idle(page);
    await notice(page).getByRole('button', { name: 'Try again' }).click();
    await notice(page).waitFor();
  } finally {
    await proxy.back();
  }
  await notice(page).getByRole('button', { name: 'Try again' }).click();
  await page.locator('.toast').getByText("You're back online").waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/news');
});

test('a shop that dies in the middle of an answer keeps the page and what was typed', async () => {
  const page = await newPage(broken);
  await typeLogin(page);
  proxy.breakOff(({ method }) => method === 'POST');
  try {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText("That didn't reach the shop.").waitFor();
    await idle(page);
    expect(await page.getByLabel('Password').inputValue()).toBe(demoPassword);
  } finally {
    proxy.breakOff(() => false);
  }
});

test('steps under way stay where they are when an answer does not arrive', async () => {
  const { token } = await shop.addBuyer(1_00);
  const page = await newPage({ ...broken, token });
  await shop.books`update sessions set confirmed_at = now(), confirmed_by = 'password'`;
  await page.goto('/user/security');
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Set up' }).click();
  const code = page.getByLabel('Code from your authenticator app');
  await code.fill('123456');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('alert').getByText("That didn't reach the shop.").waitFor();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  expect(await code.inputValue()).toBe('123456');
});

test('a form of the frame that gets no answer leaves the page where it is, and what was typed on it', async () => {
  const { token } = await shop.addBuyer(1_00);
  const page = await newPage({ ...broken, token });
  await page.goto('/bininfo');
  const query = page.getByLabel('Prefix, programme or issuer');
  await untilHydrated(page);
  await query.fill('half a wo');
  await page.waitForURL('**/bininfo?none=1');
  const send = async (name: string) => {
    await page.getByRole('button', { name }).click();
    await page.locator('.toast[data-type=error]').getByText("That didn't reach the shop.").waitFor();
    await page.locator('.toast').getByRole('button').last().click();
    await idle(page);
  };
  await page.context().setOffline(true);
  await send('Deutsch');
  await page.locator('.nav-user').click();
  await send('Logout');
  await page.context().setOffline(false);
  await page.locator('.toast').getByText("You're back online").waitFor();
  expect(pathOf(page)).toBe('/bininfo?none=1');
  expect(await query.inputValue()).toBe('half a wo');
});

test('a page that could not be reached opens by itself once it can, and until then the old one stays', async () => {
  const page = await newPage({ ...broken, ...(await shop.addBuyer(1_00)) });
  await page.goto('/bininfo');
  await untilHydrated(page);
  await page.getByLabel('Prefix, programme or issuer').fill('half a wo');
  await page.waitForURL('**/bininfo?none=1');
  await proxy.away();
  try {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
    await notice(page).waitFor();
    await idle(page);
    expect(pathOf(page)).toBe('/bininfo?none=1');
    expect(await page.getByLabel('Prefix, programme or issuer').inputValue()).toBe('half a wo');
  } finally {
    await proxy.back();
  }
  await page.waitForURL('**/orders');
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
});

test('a page that follows a payment stays while the shop is away, and goes on afterwards', async () => {
  const { token } = await shop.addBuyer(1_00);
  const body = { coin: 'ETH', amount_cents: 20_00 };
  const { data } = await shop.api<{ data: { id: string } }>('/api/billings', { token, body });
  const page = await newPage({ ...broken, token });
  await page.goto(`/billing/${data.id}`);
  await untilHydrated(page);
  const heading = page.getByRole('heading', { level: 1 });
  const said = await heading.textContent();
  await proxy.away();
  try {
    await notice(page).waitFor();
    expect(await heading.textContent()).toBe(said);
  } finally {
    await proxy.back();
  }
  await page.locator('.toast').getByText("You're back online").waitFor();
  const before = proxy.seen.length;
  await expect.poll(() => proxy.seen.length).toBeGreaterThan(before);
  expect(await heading.textContent()).toBe(said);
});

/** Records each change of what the page says about the connection: the notice, or the toast that follows it. */
async function recordVoices(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const look = () => {
      const toasts = [...document.querySelectorAll('.toast')].filter((toast) =>
        toast.textContent?.includes('back online'),
      );
      const voices = [
        ...(document.querySelector('.connection-notice') ? ['notice'] : []),
        ...toasts.map(() => 'toast'),
      ];
      const now = voices.join(' and ');
      if (now && now !== said.at(-1)) said.push(now);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

test('back online, a page that waited opens, and one message at a time says so once', async () => {
  const page = await newPage({ ...broken, ...(await shop.addBuyer(1_00)) });
  await page.goto('/bininfo');
  await untilHydrated(page);
  // Its code is there now, so that only its data has to wait.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
  await page.waitForURL('**/orders');
  await idle(page);
  const said = await recordVoices(page);
  await page.context().setOffline(true);
  await notice(page).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bin' }).click();
  const tried = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'));
  await tried;
  await page.context().setOffline(false);
  await page.waitForURL('**/bininfo');
  await page.locator('.toast').getByText("You're back online").waitFor();
  await expect.poll(() => page.locator('.toast').count()).toBe(0);
  expect(await said()).toEqual(['notice', 'toast']);
});

test('a page that only a proxy refuses is asked for again, and no message says that all is well before it is', async () => {
  const page = await newPage({ ...broken, ...(await shop.addBuyer(1_00)) });
  await page.goto('/news');
  await untilHydrated(page);
  const said = await recordVoices(page);
  const isOrders = ({ path }: { path: string }) => path.startsWith('/orders');
  proxy.seen.length = 0;
  proxy.refuse(isOrders, 503, '{"message":"No upstream."}');
  try {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
    await notice(page).waitFor();
    await expect.poll(() => proxy.seen.filter(isOrders).length).toBeGreaterThan(1);
    expect(pathOf(page)).toBe('/news');
    expect(await said()).toEqual(['notice']);
  } finally {
    proxy.refuse(() => false);
  }
  await page.waitForURL('**/orders');
  await page.locator('.toast').getByText("You're back online").waitFor();
  expect(await said()).toEqual(['notice', 'toast']);
});

test('what loads only when it is asked for, and does not, leaves the page as it is', async () => {
  const page = await newPage({ ...broken, token: await shop.signIn('admin') });
  await page.route(/assets\/(suggestions|palette)-[^/]*js$/, (route) => route.abort());
  const isRefused = () => page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/'));
  await page.goto('/cards');
  await untilHydrated(page);
  const field = page.getByRole('searchbox', { name: 'Search' });
  const first = isRefused();
  await field.fill('Quill');
  await first;
  await field.press('Enter');
  await page.waitForURL(/q=Quill/);
  await page.goto('/admin/news');
  await untilHydrated(page);
  const second = isRefused();
  await page.locator('[aria-haspopup=dialog]').click();
  await second;
  await page.getByRole('link', { name: 'Write' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
});

test('where the app is installed, a page opened offline says so, and the same button opens it afterwards', async () => {
  const page = await newPage({ ...broken, serviceWorker: true });
  await page.goto('/login');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise(requestAnimationFrame);
  });
  await proxy.away();
  try {
    await page.goto('/register');
    await page.getByRole('heading', { name: "You're offline" }).waitFor();
    expect(pathOf(page)).toBe('/register');
    const kept = await page.evaluate(async () => {
      const [name = ''] = await caches.keys();
      return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname.replace(/-[^/]*\./, '.'));
    });
    expect(kept.toSorted()).toEqual(['/assets/mark.svg', '/assets/root.css', '/offline']);
  } finally {
    await proxy.back();
  }
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Create account' }).waitFor();
});
