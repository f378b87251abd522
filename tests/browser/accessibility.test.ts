import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { matchPath } from 'react-router';
import { expect, test } from 'vitest';
import type { Card } from '#contracts/cards.ts';
import { narrow, openBrowser, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';
import { screens } from '#web/routes.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

/** A buyer with an order, a payment, and a cart in which one of two cards was sold meanwhile. */
async function arrange() {
  const [{ token }, other] = [await shop.addBuyer(90_00), await shop.addBuyer(90_00)];
  const { data } = await shop.api<{ data: [Card, Card, Card] }>('/api/cards?sort=price', { token });
  const [bought, sold, kept] = data;
  const order = async (buyer: string, { id }: Card) =>
    (await shop.api<{ data: { id: string } }>('/api/invoices', { token: buyer, body: { ids: [id] } })).data.id;
  await shop.api('/api/carts', { token, body: { ids: [sold.id, kept.id] } });
  await order(other.token, sold);
  const body = { coin: 'ETH', amount_cents: 20_00 };
  const payment = await shop.api<{ data: { id: string } }>('/api/billings', { token, body });
  return { token, order: await order(token, bought), payment: payment.data.id };
}

const { token, order, payment } = await arrange();
const newcomer = await shop.signIn('newcomer');

const visits = [
  { who: undefined, paths: ['/login', '/register', '/register?sent', '/verify-email?token=x', '/maintenance'] },
  { who: undefined, paths: ['/domains', '/403', '/demo/mails', '/no-such-page'] },
  { who: newcomer, paths: ['/activation'] },
  { who: token, paths: ['/', '/news', '/cards', '/cards?q=nothing-fits', '/cart', '/faq', '/bininfo', '/billing'] },
  { who: token, paths: ['/billing/history', `/billing/${payment}`, '/orders', `/orders/${order}`] },
  { who: token, paths: ['/user/profile', '/user/password', '/user/email', '/user/security', '/activation'] },
  { who: token, paths: ['/user/sessions', '/user/data', '/user/confirm?next=%2Fuser%2Femail'] },
  {
    who: undefined,
    paths: ['/forgot', '/forgot?sent', '/reset?token=x', '/email-change?token=x', '/email-change/stop?token=x'],
  },
];

/** Screens that only send elsewhere. */
const doors = ['/logout', '/user', '/user/export', '/passkey'];

test('every screen is visited below', () => {
  const paths = visits.flatMap((visit) => visit.paths).map((path) => path.split('?')[0] as string);
  const missed = screens.filter(({ path }) => !doors.includes(path) && !paths.some((one) => matchPath(path, one)));
  expect(missed).toEqual([]);
});

const brief = { resultTypes: ['violations' as const] };
const byColor = ['color-contrast', 'link-in-text-block'];

/** Everything that axe holds against what the page shows, in light and in dark. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open ||= !details.name;
  });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await new AxeBuilder({ page }).options(brief).analyze();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await new AxeBuilder({ page }).options(brief).withRules(byColor).analyze();
  return [...light.violations, ...dark.violations].flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}

test.each([narrow, wide])(
  'no screen has a fault that axe knows, in light and in dark, at %d px',
  async (width) => {
    const found: Record<string, unknown> = {};
    for (const { who, paths } of visits) {
      const page = await newPage({ width, refusals: true, ...(who && { token: who }) });
      for (const path of paths) {
        await page.goto(path);
        const violations = await violationsOf(page);
        if (violations.length > 0) found[path] = violations;
        const scrolled = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0);
        if (scrolled > width) found[`${path}, scrolled sideways`] = scrolled;
      }
    }
    expect(found).toEqual({});
  },
  240_000,
);

test.each([narrow, wide])(
  'refusals, menus and codes have no such fault either, at %d px',
  async (width) => {
    const visitor = await newPage({ width, refusals: true });
    await visitor.goto('/register');
    await visitor.getByRole('button', { name: 'Create account' }).click();
    await visitor.getByRole('alert').waitFor();
    expect(await violationsOf(visitor)).toEqual([]);

    const page = await newPage({ width, token });
    await page.goto(`/orders/${order}`);
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: /^(Reveal the code|Show the code again)$/ }).click();
    await page.locator('.secret').waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await page.goto('/faq');
    for (const menu of await page.locator('header summary:visible').all()) {
      await menu.click();
      expect(await violationsOf(page)).toEqual([]);
      const scrolled = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0);
      expect(scrolled).toBeLessThanOrEqual(width);
      await page.keyboard.press('Escape');
    }
    expect(await page.locator('header details[open]').count()).toBe(0);
  },
  120_000,
);

/** Presses Tab until the element has the focus; each stop on the way must be visible as one. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let stop = 0; stop < 40; stop++) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    const seen = await focused.evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      const label = element.closest('label')?.textContent ?? element.getAttribute('aria-label') ?? element.textContent;
      return {
        label,
        outline: outlineStyle !== 'none' && outlineWidth !== '0px',
        shown: box.width > 1 && box.top >= 0,
      };
    });
    expect(seen, seen.label ?? '').toMatchObject({ outline: true, shown: true });
    if (name.test(seen.label ?? '')) return;
  }
  throw new Error(`the keyboard did not reach ${name}`);
}

test('a cart is checked out and a code revealed by the keyboard alone', async () => {
  const buyer = await shop.addBuyer(50_00);
  const { data } = await shop.api<{ data: Card[] }>('/api/cards?sort=price', buyer);
  await shop.api('/api/carts', { token: buyer.token, body: { ids: [data[0]?.id] } });
  const page = await newPage({ token: buyer.token });
  await page.goto('/news');
  await tabTo(page, /Skip to the content/);
  await tabTo(page, /^Cart/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/cart');
  await page.getByRole('heading', { name: 'Cart' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id), { timeout: 10_000 }).toBe('main');
  await tabTo(page, /^Pay /);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/orders/*');
  await page.getByRole('heading', { name: /^Order / }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id), { timeout: 10_000 }).toBe('main');
  await tabTo(page, /^Deliver the code now/);
  await page.keyboard.press('Space');
  await tabTo(page, /^I know that/);
  await page.keyboard.press('Space');
  await tabTo(page, /^Reveal the code/);
  await page.keyboard.press('Enter');
  await page.locator('.secret').getByText('Code').first().waitFor();
});

test('the skip link leads past the menu', async () => {
  const page = await newPage({ token });
  await page.goto('/faq');
  await tabTo(page, /Skip to the content/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^/);
  expect(await page.locator('main :focus').count()).toBe(1);
});
