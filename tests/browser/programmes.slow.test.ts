import { createHash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { narrow, openBrowser, untilHydrated, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);
const importer = await shop.signIn('admin');
const approvers = [await shop.signIn('approver'), await shop.signIn('approver2')];

const status = (page: Page) => page.getByRole('group', { name: 'Codes' }).locator('.mask-verdict');
const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name, exact: false });
const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
};

const card = (name: string) => ({
  Name: name,
  Country: 'GB',
  'Other countries of sale': 'IE, fr',
  "Issuer's legal name": 'Tealcroft Foods Ltd',
  "Issuer's country": 'gb',
  'Registration or contract': 'TC-1',
  "Issuer's terms": 'https://tealcroft.example/terms',
  "Issuer's public key": randomBytes(32).toString('base64'),
  'SHA-256 of the contract': 'ab'.repeat(32),
});
const face = {
  Currency: 'GBP',
  'Face values': '10; 25.50',
  'Lowest value of a range': '30',
  'Highest value of a range': '90',
};
const terms = {
  'How to redeem': 'At any till.',
  'How to redeem (Deutsch)': 'An jeder Kasse.',
  'Expiry, as buyers read it': 'Five years.',
  'Balance expires after (months)': '60',
};

test.each([
  [true, wide],
  [false, narrow],
])(
  'a programme is written in four steps, left and taken up again, and proposed, with JavaScript: %s',
  async (javaScript, width) => {
    const name = `Tealcroft ${width}`;
    const page = await newPage({ token: importer, javaScript, width, refusals: true });
    const next = () => page.getByRole('button', { name: 'Save and continue' }).last().click();
    await page.goto('/admin/programmes');
    await page.getByRole('link', { name: 'New programme' }).click();
    await page.getByRole('heading', { level: 1, name: 'New programme' }).waitFor();
    if (javaScript) await untilHydrated(page);
    await fill(page, card('Ostermo0r Kaffee'));
    await next();
    await page.getByText('could take this name for the brand “Ostermoor Kaffee”').first().waitFor();
    expect(await page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await next();

    await page.getByRole('group', { name: 'Face and values' }).waitFor();
    if (javaScript) await untilHydrated(page);
    await fill(page, face);
    if (!javaScript) await page.getByRole('button', { name: 'Update the preview' }).click();
    await page.getByRole('img', { name: `${name}, £10` }).waitFor();
    await page.getByRole('button', { name: 'Save and leave' }).click();
    await page.getByText('Anyone who may import can continue it').first().waitFor();
    const drafts = page.getByRole('region', { name: 'Drafts' });
    await drafts.getByText('Next: Codes.').first().waitFor();
    await drafts.getByRole('link', { name }).click();

    const kind = page.getByLabel('Kind of code');
    await kind.waitFor();
    if (javaScript) await untilHydrated(page);
    await kind.selectOption('Digits only');
    expect(await page.getByLabel('Groups', { exact: true }).isVisible()).toBe(false);
    await page.getByLabel('Fixed prefix').fill('411111');
    if (!javaScript) await page.getByRole('button', { name: 'Check the mask' }).click();
    await status(page).getByText('refuses this mask by IG-13').waitFor();
    await next();
    await page.getByText('IG-13').first().waitFor();
    await page.getByLabel('Fixed prefix').fill('707412');
    await page.getByLabel('Example codes', { exact: true }).fill('7074 1212 3456 7890\n70741299\n7074120000000000');
    if (!javaScript) await page.getByRole('button', { name: 'Check the mask' }).click();
    await status(page).getByText('admits this mask').waitFor();
    expect(await status(page).locator('code').textContent()).toMatch(/^707412\d{10}$/);
    const judged = page.getByRole('list', { name: 'The example codes, judged' }).getByRole('listitem');
    await judged.filter({ hasText: 'Imported as 7074121234567890' }).getByText('Fits').waitFor();
    await judged.filter({ hasText: '8 characters, the mask has 16.' }).getByText("Doesn't fit").waitFor();
    await next();

    await page.getByRole('group', { name: 'Texts and terms' }).waitFor();
    // Back and forth by the steps: what was typed is saved on the way.
    await fill(page, { 'How to redeem': 'At any till.' });
    await step(page, 'Card and issuer').click();
    await page.getByLabel("Issuer's legal name").waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(name);
    await step(page, 'Check and propose').click();
    await page.getByText('Still missing before you can propose it').waitFor();
    await page.getByRole('button', { name: 'Propose programme' }).and(page.locator(':disabled')).waitFor();
    await page.getByRole('link', { name: 'Price and terms' }).click();
    await page.getByLabel('How to redeem', { exact: true }).waitFor();
    expect(await page.getByLabel('How to redeem', { exact: true }).inputValue()).toBe('At any till.');
    await fill(page, terms);
    await page.getByRole('button', { name: 'Save and check' }).click();

    await page.getByLabel('Where the contract is kept').fill('contracts/tealcroft.pdf');
    await page.getByRole('button', { name: 'Propose programme' }).click();
    await page.getByText('You proposed this, so someone else has to decide.').waitFor();
    await page.getByRole('heading', { level: 1, name }).waitFor();
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

test('a draft like a programme has all but its name and key, on one page if somebody prefers it, and is discarded', async () => {
  const [like] = await shop.books<{ id: string }[]>`select id from programmes where name = 'Brambleforth Books'`;
  const page = await newPage({ token: importer });
  await page.goto(`/admin/programmes/${like!.id}`);
  await page.getByRole('link', { name: 'Like this one' }).click();
  await page.getByText('Starts with the facts of Brambleforth Books').waitFor();
  await page.getByRole('link', { name: 'Everything on one page' }).click();
  await page.getByLabel('How to redeem', { exact: true }).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
  expect(await page.getByLabel('How to redeem', { exact: true }).inputValue()).not.toBe('');
  await page.getByLabel('Name', { exact: true }).fill('Brambleforth Nights');
  await page.getByLabel("Issuer's public key").fill(randomBytes(32).toString('base64'));
  await page.getByRole('button', { name: 'Save and check' }).last().click();
  await page.getByRole('heading', { level: 1, name: 'Brambleforth Nights' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Propose programme' }).isEnabled()).toBe(true);
  await page.locator('summary').getByText('Discard this draft').click();
  await page.getByRole('button', { name: 'Discard this draft' }).click();
  await page.getByText('Draft discarded').first().waitFor();
});

test('two who write one draft are told of each other, and nothing of either is lost', async () => {
  const { data: draft } = await shop.api<{ data: { id: string } }>('/api/admin/programme-drafts', {
    token: importer,
    body: { name: 'Shared' },
  });
  const page = await newPage({ token: importer, refusals: true });
  await page.goto(`/admin/programmes/drafts/${draft.id}/terms`);
  await page.getByLabel('How to redeem', { exact: true }).fill('Mine.');
  const body = { revision: 1, redemption_text: 'Theirs.' };
  await shop.api(`/api/admin/programme-drafts/${draft.id}`, { method: 'PATCH', token: importer, body });
  await page.getByRole('button', { name: 'Save and leave' }).click();
  await page.getByText('saved this draft in the meantime').waitFor();
  expect(await page.getByLabel('How to redeem', { exact: true }).inputValue()).toBe('Mine.');
  await page.getByRole('button', { name: 'Save and leave' }).click();
  await page.getByText('Anyone who may import can continue it').first().waitFor();
  const { data: saved } = await shop.api<{ data: { facts: object } }>(`/api/admin/programme-drafts/${draft.id}`, {
    token: importer,
  });
  expect(saved.facts).toMatchObject({ redemption_text: 'Mine.' });
});

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
