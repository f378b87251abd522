import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, pathOf, untilHydrated } from '#tests/support/browser.ts';
import { type Person, personAt } from '#tests/support/person.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop({ CATALOGUE: 'public' });
await shop.untilOffered('ETH');
const newPage = await openBrowser(shop.url);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

/** Signs up where a way in leads to. */
async function register(page: Page, person: Person, username: string): Promise<void> {
  // The page for signing in has a username and a password, too.
  await button(page, 'Create account').waitFor();
  await person.fill(page.getByLabel('Username'), username);
  await person.fill(page.getByLabel('E-mail'), `${username}@example.com`);
  await person.fill(page.getByLabel('Password'), 'a quiet tuesday in may');
  await person.click(page.getByLabel('I accept the terms'));
  await person.click(button(page, 'Create account'));
}

/** Types the mailed code in the page that waits for it. */
async function typeCode(page: Page, person: Person, username: string): Promise<void> {
  const mailed = async () => {
    const { data } = await shop.api<{ data: { to: string; text: string }[] }>('/api/demo/mails');
    return /^\d{8}$/m.exec(data.find(({ to }) => to === `${username}@example.com`)?.text ?? '')?.[0] ?? '';
  };
  await expect.poll(mailed).not.toBe('');
  await person.fill(page.getByLabel('Code from the mail'), await mailed());
  await person.click(button(page, 'Confirm'));
  await heading(page, 'Confirm your e-mail address').waitFor({ state: 'detached' });
}

test.each([true, false])(
  'a stranger is eight clicks and four fields from the cards to the code of one, with JavaScript: %s',
  async (javaScript) => {
    const page = await newPage({ javaScript });
    const person = personAt(page);
    const username = `stranger-${javaScript}`;
    await page.goto('/cards?q=quillmarsh&sort=price');
    await person.click(page.getByRole('link', { name: 'New here? Create an account' }).first());
    await register(page, person, username);
    await heading(page, 'Buy').first().waitFor();
    expect(await page.getByLabel('Ether').isChecked()).toBe(true);
    if (javaScript) await untilHydrated(page);
    await person.click(page.getByRole('checkbox', { name: 'I want my code now' }));
    await person.click(button(page, 'Top up $10.00 and buy'));
    await heading(page, 'Bought once your payment is credited').waitFor();
    await heading(page, 'Pay $10.00 in ETH').waitFor();
    if (javaScript) await untilHydrated(page);
    await typeCode(page, person, username);
    if (javaScript) await untilHydrated(page);
    await person.click(button(page, /^Pay 0\.\d+ ETH$/));
    await page
      .getByRole('listitem')
      .filter({ hasText: /^confirming|seen/ })
      .first()
      .waitFor();
    await shop.api('/api/demo/mine', { body: { coin: 'ETH', blocks: 12 } });
    const show = button(page, 'Reveal the code');
    if (javaScript) await show.waitFor();
    else await expect.poll(async () => (await page.reload()) && (await show.count()), { interval: 500 }).toBe(1);
    await person.click(show);
    const secret = page.getByRole('region', { name: 'Code' });
    await secret.waitFor();
    expect(await secret.locator('code').first().textContent()).toMatch(/^7074 12\d\d \d{4} \d{4}$/);
    expect(pathOf(page)).toMatch(/^\/orders\//);
    person.took(`stranger from the cards to a code, with JavaScript: ${javaScript}`, { clicks: 8, fields: 4 });
  },
);

test.each([true, false])(
  'the cart of a visitor is theirs once they sign up, with JavaScript: %s',
  async (javaScript) => {
    const page = await newPage({ javaScript });
    await page.goto('/cards?q=quillmarsh&sort=price');
    if (javaScript) await untilHydrated(page);
    await page.getByRole('button', { name: 'Add to cart: Quillmarsh Market' }).first().click();
    await page.getByRole('link', { name: 'In cart' }).first().click();
    await button(page, 'Sign in').first().waitFor();
    await page.getByRole('link', { name: 'Create an account', exact: true }).click();
    await register(page, personAt(page), `with-a-cart-${javaScript}`);
    await heading(page, 'Cart').first().waitFor();
    await button(page, 'Top up $10.00 and buy').waitFor();
    expect(pathOf(page)).toBe('/cart');
  },
);

test('who signs in from a brand is led on to the purchase sheet of the choice', async () => {
  const page = await newPage();
  await page.goto('/brands/quillmarsh-market?value=500&quantity=3');
  await page.getByRole('link', { name: 'Sign in to buy' }).click();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await register(page, personAt(page), 'from-a-brand');
  await heading(page, 'Buy').first().waitFor();
  expect(pathOf(page)).toMatch(/^\/buy\?programme_id=.*&face_cents=500&quantity=3/);
  await button(page, /^Top up \$1\d\.\d\d and buy$/).waitFor();
});

test.each([true, false])(
  'an account that is not active yet fills a cart, has it bought when credited, and calls that off and back, with JavaScript: %s',
  async (javaScript) => {
    const page = await newPage({ token: await shop.signIn('newcomer'), javaScript });
    await page.goto('/brands/quillmarsh-market?value=500&quantity=3');
    if (javaScript) await untilHydrated(page);
    await button(page, /^Add/).click();
    await page.getByRole('link', { name: 'Go to the cart' }).click();
    await heading(page, 'Cart').waitFor();
    if (javaScript) await untilHydrated(page);
    await button(page, /^Top up \$\d\d\.\d\d and buy$/).click();
    await heading(page, 'Bought once your payment is credited').waitFor();
    if (javaScript) await untilHydrated(page);
    await button(page, 'Call it off').click();
    await heading(page, 'You called off this purchase').waitFor();
    if (javaScript) await untilHydrated(page);
    await button(page, 'Buy them after all').click();
    await heading(page, 'Bought once your payment is credited').waitFor();
  },
);

test('a purchase whose programme was suspended says so on its payment, and leads to the sheet', async () => {
  const { token } = await shop.addBuyer(1_00);
  const page = await newPage({ token });
  await page.goto('/brands/quillmarsh-market?value=500&quantity=1');
  await untilHydrated(page);
  await button(page, 'Buy now').click();
  await page.getByText('You still need').waitFor();
  await button(page, /^Top up \$\d+\.\d\d and buy$/).click();
  await heading(page, 'Bought once your payment is credited').waitFor();
  const id = pathOf(page).split('/').at(-1) ?? '';
  await shop.books`
    update programmes set state = 'suspended' where id in (
      select c.programme_id from waiting_purchases w join cards c on c.id = any(w.card_ids) where w.id = ${id})`;
  await heading(page, "Your cards weren't bought").waitFor();
  await page.getByText('The programme is off sale.', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Buy now' }).waitFor();
  await shop.books`
    update programmes set state = 'active' where id in (
      select c.programme_id from waiting_purchases w join cards c on c.id = any(w.card_ids) where w.id = ${id})`;
});
