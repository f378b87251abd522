import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { narrow, openBrowser, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

/** A batch of a demo programme whose mask the rows below fit. */
async function findBatch(): Promise<string> {
  const [batch] = await shop.books<{ id: string }[]>`
    select b.id from batches b join programmes p on p.id = b.programme_id where p.name like 'Velquist Arcade%'
      and p.code_format -> 'pin' ->> 'length' = '6' order by b.id limit 1`;
  return batch!.id;
}

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const part = () => [...randomBytes(5)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
const rows = (count: number) => Array.from({ length: count }, () => `${part()}-${part()}-${part()};730415;25,00`);
const file = (lines: string[], header = 'code;pin;face_value') => ({
  name: 'stock.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([header, ...lines].join('\r\n')),
});

test.each([
  [true, wide],
  [false, narrow],
])('a file is checked, corrected and imported, with JavaScript: %s', async (javaScript, width) => {
  const batch = await findBatch();
  const [mine, value] = [`Gutschein ${width}`, `Wert ${width}`];
  const page = await newPage({ token: await shop.signIn('admin'), javaScript, width, refusals: true });
  await page.goto(`/reseller/import/${batch}`);
  const check = async (chosen: ReturnType<typeof file>) => {
    await page.getByLabel('CSV file').setInputFiles(chosen);
    await page.getByRole('button', { name: 'Check the file' }).click();
  };
  const good = rows(3);
  await check(file([...good, '4929421234567897;730415;25,00']));
  await page
    .getByText(/A payment-card number \(IG-01, row 5, column code\)/)
    .first()
    .waitFor();
  await page.goto(`/reseller/import/${batch}`);

  await check(file(good, `${mine};pin;${value}`));
  await page
    .getByText(/An unknown, repeated or missing column/)
    .first()
    .waitFor();
  await page.goto(`/reseller/import/${batch}`);
  await page.getByLabel('Column 1').selectOption('code');
  await page.getByLabel('Column 3').selectOption('face_value');
  await check(file([...good, '1.2E+15;730415;25,00'], `${mine};pin;${value}`));
  await page.getByText('with a decimal comma').waitFor();
  await page.getByText(/Codes written as 1.23E\+15/).waitFor();
  const errors = page.getByRole('region', { name: 'Refused rows' });
  expect(await errors.getByRole('row').nth(1).innerText()).toMatch(/5[\s\S]*code[\s\S]*IG-15/);

  await page.getByRole('button', { name: 'Import 3 cards' }).click();
  const done = page.getByRole('button', { name: 'Undo this import' });
  if (javaScript) await done.waitFor();
  else
    await expect
      .poll(async () => {
        await page.reload();
        return done.count();
      })
      .toBe(1);
  const [kept] = await shop.books<{ imported_cards: number }[]>`
    select imported_cards from imports where batch_id = ${batch} order by id desc limit 1`;
  expect(kept).toEqual({ imported_cards: 3 });
});

test('a batch without the duty shows its imports and offers no upload', async () => {
  const batch = await findBatch();
  const page = await newPage({ token: await shop.signIn('approver') });
  await page.goto(`/reseller/import/${batch}`);
  await page.getByText('Importing requires the importer duty.').waitFor();
  expect(await page.getByLabel('CSV file').count()).toBe(0);
});

test('a dropped file stands in the form', async () => {
  const batch = await findBatch();
  const page = await newPage({ token: await shop.signIn('admin') });
  await page.goto(`/reseller/import/${batch}`);
  await page.getByLabel('CSV file').waitFor();
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['code\nx'], 'stock.csv', { type: 'text/csv' }));
    return data;
  });
  await expect
    .poll(async () => {
      await page.dispatchEvent('form.upload', 'drop', { dataTransfer: transfer });
      return page.getByLabel('CSV file').evaluate((input) => (input as HTMLInputElement).files?.[0]?.name);
    })
    .toBe('stock.csv');
});
