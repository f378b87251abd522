import { expect, test } from 'vitest';
import { narrow, openBrowser, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);
const importer = await shop.signIn('admin');
const approver = await shop.signIn('approver');

test.each([
  [true, wide],
  [false, narrow],
])('a report is uploaded on the page of its programme, with JavaScript: %s', async (javaScript, width) => {
  const [programme] = await shop.books<{ id: string }[]>`select id from programmes where name = 'Tavonne Parfums'`;
  const page = await newPage({ token: importer, javaScript, width, refusals: true });
  await page.goto(`/admin/programmes/${programme!.id}`);
  const reports = page.getByRole('region', { name: 'Reports of the issuer' });
  await reports.getByText('There is no report yet.').waitFor();
  await reports.getByText('Next report due').waitFor();
  await reports.getByRole('button', { name: 'Upload the report' }).click();
  await reports.getByText("Choose the issuer's report.").first().waitFor();
  const file = { name: 'report.txt', mimeType: 'text/plain', buffer: Buffer.from('facevalue-report 1') };
  await reports.getByLabel('Signed report').setInputFiles(file);
  await reports.getByRole('button', { name: 'Upload the report' }).click();
  await reports.getByText("The report isn't signed by the issuer.").first().waitFor();
  const mask = page.getByRole('region', { name: 'What these codes could carry' });
  await mask.getByText('With room for a digit').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
});

test.each([narrow, wide])('an approver sees the shapes of a batch, at %i px', async (width) => {
  const [batch] = await shop.books<{ id: string }[]>`
    select b.id from batches b join programmes p on p.id = b.programme_id where p.name = 'Tavonne Parfums' limit 1`;
  const page = await newPage({ token: approver, width });
  await page.goto(`/reseller/base/${batch!.id}`);
  const shapes = page.getByRole('region', { name: 'What the codes look like' });
  await shapes.getByText('Nearly all rows').waitFor();
  await shapes.getByText('Most frequent patterns').click();
  expect(await shapes.locator('code').count()).toBeGreaterThan(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
});
