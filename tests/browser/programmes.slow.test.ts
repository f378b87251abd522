import { createHash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { narrow, openBrowser, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);
const importer = await shop.signIn('admin');
const approvers = [await shop.signIn('approver'), await shop.signIn('approver2')];

const status = (page: Page) => page.getByRole('group', { name: 'Codes' }).getByRole('status');

async function fill(page: Page, name: string, key: Buffer) {
  const fields: Record<string, string> = {
    "Issuer's legal name": 'Tealcroft Foods Ltd',
    "Issuer's country": 'gb',
    'Registration or contract': 'TC-1',
    "Issuer's terms": 'https://tealcroft.example/terms',
    "Issuer's public key": key.toString('base64'),
    'SHA-256 of the contract': 'ab'.repeat(32),
    'Where the contract is kept': 'contracts/tealcroft.pdf',
    Name: name,
    Country: 'GB',
    'Other countries of sale': 'IE, fr',
    Currency: 'GBP',
    'Face values': '10; 25.50',
    'Lowest value of a range': '30',
    'Highest value of a range': '90',
    'How to redeem': 'At any till.',
    'How to redeem (Deutsch)': 'An jeder Kasse.',
    'Expiry, as buyers read it': 'Five years.',
    'Balance expires after (months)': '60',
  };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}

test.each([
  [true, wide],
  [false, narrow],
])(
  'a programme is proposed with a mask that the guard first refuses, with JavaScript: %s',
  async (javaScript, width) => {
    const name = `Tealcroft ${width}`;
    const page = await newPage({ token: importer, javaScript, width, refusals: true });
    await page.goto('/admin/programmes');
    await page.getByRole('link', { name: 'New programme' }).click();
    await page.getByRole('heading', { level: 1, name: 'New programme' }).waitFor();
    await fill(page, name, randomBytes(32));

    const kind = page.getByLabel('Kind of code');
    await kind.selectOption('Digits only');
    expect(await page.getByLabel('Groups', { exact: true }).isVisible()).toBe(false);
    await page.getByLabel('Fixed prefix').fill('411111');
    if (!javaScript) await page.getByRole('button', { name: 'Check the mask' }).click();
    await status(page).getByText('refuses this mask by IG-13').waitFor();
    await page.getByRole('button', { name: 'Propose programme' }).click();
    await page.getByText('IG-13').first().waitFor();
    await page.getByLabel('Fixed prefix').fill('707412');
    await page.getByLabel('Name', { exact: true }).fill('Ostermo0r Kaffee');
    await page.getByRole('button', { name: 'Propose programme' }).click();
    await page.getByText('could take this name for the brand “Ostermoor Kaffee”').first().waitFor();
    expect(await page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Name', { exact: true }).fill(name);
    if (!javaScript) await page.getByRole('button', { name: 'Check the mask' }).click();
    await status(page).getByText('admits this mask').waitFor();
    expect(await status(page).locator('code').textContent()).toMatch(/^707412\d{10}$/);
    expect(await page.getByRole('img', { name: `${name}, £10` }).count()).toBe(1);
    await page.getByRole('button', { name: 'Propose programme' }).click();

    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByText('You proposed this, so someone else has to decide.').waitFor();
    const facts = page.getByRole('region', { name: 'Programme', exact: true });
    for (const text of ['Ireland, France', '707412##########', '£10, £25.50', '£30 – £90', 'An jeder Kasse.'])
      await facts.getByText(text).waitFor();
    await page.getByRole('button', { name: 'Show where the contract is kept' }).click();
    await facts.getByText('contracts/tealcroft.pdf').waitFor();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await facts.getByText('Withdrawn', { exact: true }).waitFor();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true);
  },
);

test('an edit shows what it changes, and two approvers put it in force', async () => {
  const [books] = await shop.books<{ id: string }[]>`select id from programmes where name = 'Brambleforth Books'`;
  const page = await newPage({ token: importer });
  await page.goto(`/admin/programmes/${books!.id}`);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('How to redeem', { exact: true }).fill('Say it aloud.');
  await page.getByLabel('Guarantee').fill('7');
  await page.getByLabel('Unit').selectOption('Days');
  await page.getByRole('button', { name: 'Propose new version' }).click();
  await page.waitForURL(`**/admin/programmes/${books!.id}`);
  const changes = page.getByRole('region', { name: 'What this version would change' });
  await changes.getByRole('row').filter({ hasText: '24 hours' }).getByText('168 hours').waitFor();
  expect(await changes.getByRole('row').count()).toBe(3);
  for (const token of approvers) {
    const judge = await newPage({ token });
    await judge.goto(`/admin/programmes/${books!.id}`);
    await judge.getByLabel('Reason').first().fill('As agreed with the issuer');
    await judge.getByRole('button', { name: 'Approve' }).click();
    await judge.getByRole('heading', { level: 1 }).waitFor();
    await judge
      .getByText(/One more approval is needed|There is nothing to decide here now/)
      .first()
      .waitFor();
  }
  await page.reload();
  await page.getByText('Say it aloud.').waitFor();
  expect(await changes.count()).toBe(0);
});

test('a key is added by its fingerprint and the old one revoked, which takes its stock off sale', async () => {
  const [programme] = await shop.books<{ id: string }[]>`select id from programmes where name = 'Tavonne Parfums'`;
  const path = `/admin/programmes/${programme!.id}`;
  const key = randomBytes(32);
  const page = await newPage({ token: importer });
  await page.goto(path);
  await page.getByText('Add or replace a key').click();
  await page.getByLabel("Issuer's public key").fill(key.toString('base64'));
  await page.getByRole('button', { name: 'Propose key' }).click();
  await page.getByText('The key that admin proposed waits for approval.').waitFor();
  const keys = (judge: Page) => judge.getByRole('region', { name: 'Issuer keys' });
  for (const token of approvers) {
    const judge = await newPage({ token });
    await judge.goto(path);
    await judge
      .getByLabel("End of the key's fingerprint")
      .fill(createHash('sha256').update(key).digest('hex').slice(-8));
    await keys(judge).getByLabel('Reason').first().fill('Phoned the issuer');
    await keys(judge).getByRole('button', { name: 'Approve' }).click();
    await judge.locator('.toast').getByText('Approved').waitFor();
  }
  const judge = await newPage({ token: approvers[0]!, javaScript: false });
  await judge.goto(path);
  const old = keys(judge).getByRole('row').filter({ hasText: 'Valid' }).last();
  expect(Number((await old.getByRole('cell').last().textContent())?.replace(/\D/g, ''))).toBeGreaterThan(0);
  await keys(judge).locator('summary').getByText('Revoke a key').click();
  await keys(judge).getByLabel('Key', { exact: true }).selectOption({ index: 1 });
  await keys(judge).getByLabel('Reason').fill('The issuer lost it');
  await keys(judge).getByRole('button', { name: 'Revoke a key' }).click();
  await keys(judge).getByText('Revoked', { exact: true }).waitFor();
  await judge.getByText('0 on sale').waitFor();
});
