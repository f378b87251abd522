import { expect, test } from 'vitest';
import { narrow, openBrowser, untilHydrated, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

/** A batch of the demo stock for one test alone. */
const batches = await shop.books<{ id: string; name: string; supplier: string }[]>`
  select id, name, supplier from batches where state = 'approved' order by id`;
const takeBatch = () => batches.pop()!;
const statesOf = async (id: string) =>
  (
    await shop.books<{ state: string }[]>`select distinct state from cards where batch_id = ${id} and state <> 'sold'`
  ).map(({ state }) => state);

test.each([
  [true, wide],
  [false, narrow],
])('the dashboard leads to a batch, filtered by its supplier, with JavaScript: %s', async (javaScript, width) => {
  const { name, supplier } = takeBatch();
  const page = await newPage({ token: await shop.signIn('admin'), javaScript, width });
  await page.goto('/reseller');
  if (javaScript) await untilHydrated(page);
  expect(await page.getByRole('img', { name: /^Sales in dollars by day/ }).count()).toBe(1);
  if (width === narrow) await page.getByText('5 more filters').click();
  await page.getByLabel('Supplier').selectOption(supplier);
  if (!javaScript) await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL(/supplier=/);
  await page.getByRole('row').filter({ hasText: name }).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('heading', { name: 'History' }).waitFor();
});

test('the file holds the batches that the filter selects', async () => {
  const { id, name, supplier } = takeBatch();
  const cookie = `facevalue=${await shop.signIn('admin')}`;
  const response = await fetch(`${shop.url}/reseller/csv?supplier=${encodeURIComponent(supplier)}`, {
    headers: { cookie },
  });
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="facevalue-batches.csv"');
  const lines = (await response.text()).trim().split('\r\n');
  expect(lines[0]).toMatch(/^id,batch,programme,supplier/);
  expect(lines.find((line) => line.startsWith(id))).toContain(name);
});

test('an approver pauses and resumes a batch without JavaScript, with a reason', async () => {
  const { id } = takeBatch();
  const page = await newPage({ token: await shop.signIn('approver'), javaScript: false, refusals: true });
  await page.goto(`/reseller/base/${id}`);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Give a reason in a few words.').first().waitFor();
  await page.getByLabel('Reason', { exact: true }).first().fill('the issuer asked us to');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Batch paused').first().waitFor();
  expect(await statesOf(id)).toEqual(['paused']);
  await page.getByLabel('Reason', { exact: true }).first().fill('all is well');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Batch back on sale').first().waitFor();
  expect(await statesOf(id)).toEqual(['available']);
});

test('an importer prices the selected cards, and all others by the rule', async () => {
  const { id } = takeBatch();
  const page = await newPage({ token: await shop.signIn('admin'), refusals: true });
  await page.goto(`/reseller/base/${id}`);
  await untilHydrated(page);
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByLabel('New price').fill('much');
  await page.getByRole('button', { name: 'Change price' }).click();
  await page.getByText('Enter a price in dollars').waitFor();
  await page.getByLabel('Discount (%)').fill('7.25');
  await page.getByRole('button', { name: 'Price all unsold cards' }).click();
  await page.getByText('Prices changed').first().waitFor();
  expect(await shop.books`select distinct discount_bp from cards where batch_id = ${id} and state <> 'sold'`).toEqual([
    { discount_bp: 725 },
  ]);
});

test('an approver voids a selected card after a confirmation', async () => {
  const { id } = takeBatch();
  const page = await newPage({ token: await shop.signIn('approver') });
  await page.goto(`/reseller/base/${id}?state=available`);
  await untilHydrated(page);
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.locator('.bulk-bar').getByLabel('Reason').fill('twice');
  await page.getByLabel('Why they are voided').selectOption('mistaken');
  await page.getByRole('button', { name: 'Void' }).click();
  await page.getByText('Cards voided').first().waitFor();
  expect(await shop.books`select from cards where batch_id = ${id} and state = 'void'`).toHaveLength(1);
});

test('an importer asks the issuer, and is told what a manifest lacks without JavaScript', async () => {
  const [{ id }] = await shop.books<[{ id: string }]>`
    select b.id from batches b join programmes p on p.id = b.programme_id where p.adapter_url is not null order by b.id limit 1`;
  const token = await shop.signIn('admin');
  const page = await newPage({ token });
  await page.goto(`/reseller/base/${id}`);
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Ask the issuer' }).click();
  await page.getByText('Asked by').locator('..').getByText('admin').waitFor();
  const plain = await newPage({ token, javaScript: false, refusals: true });
  await plain.goto(`/reseller/base/${id}`);
  await plain.getByRole('button', { name: 'Confirm by manifest' }).click();
  await plain.getByText("Choose the issuer's manifest.").first().waitFor();
  await plain
    .getByLabel('Signed manifest')
    .setInputFiles({ name: 'm.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await plain.getByRole('button', { name: 'Confirm by manifest' }).click();
  await plain.getByText("The manifest isn't signed by the issuer.").first().waitFor();
});

test('an importer opens a batch, and is told what is missing', async () => {
  const page = await newPage({ token: await shop.signIn('admin'), refusals: true });
  await page.goto('/reseller/new');
  await untilHydrated(page);
  await page.getByLabel('Name', { exact: true }).fill('Winter delivery');
  await page.getByLabel('Supplier').fill('North Ltd');
  await page.getByLabel('Invoice number').fill('W-1');
  await page.getByLabel('Invoice date').fill('2026-02-02');
  await page.getByLabel('SHA-256 of the invoice').fill('ab'.repeat(32));
  await page.getByLabel('Reseller authorisation').fill('Contract 3');
  await page.getByLabel('Authorised from').fill('2026-03-01');
  await page.getByLabel('Discount (%)').fill('4.5');
  await page.getByRole('button', { name: 'Open a batch' }).click();
  await page.getByText('The supplier must be authorised').first().waitFor();
  await page.getByLabel('Authorised from').fill('2026-01-01');
  await page.getByRole('button', { name: 'Open a batch' }).click();
  await page.getByRole('heading', { level: 1, name: 'Winter delivery' }).waitFor();
  await page.getByText('Draft', { exact: true }).first().waitFor();
});
