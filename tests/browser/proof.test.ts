import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import type { OwnProof } from '#contracts/coins/liabilities.ts';
import { until } from '#platform/jobs/until.ts';
import { narrow, openBrowser, pathOf } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);
let token: string;
/** Of a run at midnight there are the sums of two days. */
const checked = /^Your browser checked (this sum|these \d+ sums)/;
const own = () => shop.api<{ data: OwnProof }>('/api/users/balance-proof', { token });

beforeAll(async () => {
  token = await shop.signIn('buyer');
  expect(await until(async () => (await own()).data.proof !== null, 60_000)).toBe(true);
});

test('a buyer opens the page from the footer, by keyboard, and the browser proves the own balance', async () => {
  const page = await newPage({ token, width: narrow });
  await page.goto('/faq');
  await page.getByRole('link', { name: 'Proof of balances' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Proof of balances' }).waitFor();
  await page.getByText(/^Your balance of \$250\.00 at .* is part of the published total of \$/).waitFor();
  await page.getByText(checked).waitFor();
  expect(await page.getByRole('img', { name: /^An example: four balances/ }).isVisible()).toBe(true);
  await page.getByText('The signed text').focus();
  await page.keyboard.press('Enter');
  await page.getByText(/^facevalue published sum 1/).waitFor();
  await page.getByRole('link', { name: 'Download my proof' }).focus();
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toBe('facevalue-proof-1.json');
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toEqual((await own()).data);
});

test('without JavaScript the page says how to check, and hands out proof and script', async () => {
  const page = await newPage({ token, javaScript: false });
  await page.goto('/proof');
  await page.getByText(/^Checking in the browser needs JavaScript/).waitFor();
  expect(await page.getByText('Your browser is checking…').isVisible()).toBe(false);
  const script = await page.getByRole('link', { name: 'Download the script (Python)' }).getAttribute('href');
  expect(await (await fetch(new URL(script ?? '', shop.url))).text()).toBe(
    await readFile('src/web/pages/coins/proof/own/check-proof.py', 'utf8'),
  );
});

test('a visitor reads what is published, and is asked to sign in for the own balance', async () => {
  const page = await newPage();
  await page.goto('/proof');
  await page.getByText(checked).waitFor();
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(pathOf(page)).toBe('/login?next=%2Fproof');
});

test('a sum that is another than this browser saw, and a proof that leads elsewhere, are shown as what they are', async () => {
  const page = await newPage({ token });
  await page.goto('/proof');
  await page.getByText(checked).waitFor();
  await page.evaluate(() => {
    const key = 'facevalue-published-sum';
    const seen = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...seen, digest: '00'.repeat(32) }));
  });
  await page.reload();
  await page.getByText(/^This proof leads to another sum than the one that the shop publishes/).waitFor();
  // The uppermost nodes, of which some are in every proof.
  await shop.books`update sum_chunks set nodes = decode(repeat('00', length(nodes)), 'hex') where level = 1`;
  await page.reload();
  await page.getByText(/^Sum 1 is wrong/).waitFor();
  await page.getByText(/^Your balance doesn't lead to the published total/).waitFor();
});
