import { randomBytes } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, untilHydrated } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);
const token = await shop.signIn('admin');
const [batch] = await shop.books<{ id: string; currency: string }[]>`
  select b.id, p.currency from batches b join programmes p on p.id = b.programme_id where p.name like 'Velquist Arcade%'
    and p.code_format -> 'pin' ->> 'length' = '6' order by b.id limit 1`;

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const part = () => [...randomBytes(5)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
const newCode = () => `${part()}-${part()}-${part()}`;

async function open(refusals = false): Promise<Page> {
  const page = await newPage({ token, refusals });
  await page.goto(`/reseller/import/${batch!.id}`);
  await untilHydrated(page);
  return page;
}

/** Chooses a file of codes and has it checked. */
async function check(page: Page, lines: string[]): Promise<void> {
  const before = page.url();
  const buffer = Buffer.from(['code;pin;face_value', ...lines].join('\n'));
  await page.getByLabel('File of cards').setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer });
  await page
    .getByText(`nothing has been sent yet: ${lines.filter(Boolean).length} rows`)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.waitForURL((url) => url.href !== before && url.searchParams.has('import'));
}

const mending = (page: Page) => page.getByRole('region', { name: 'Correct refused rows here' });
const rowOf = (page: Page, row: number) => mending(page).getByRole('group', { name: `Row ${row}:` });

test('refused rows are corrected in place, and the whole file takes the place of its first check', async () => {
  const page = await open();
  const short = newCode();
  // A blank line counts: the rows have the numbers that they have in the file.
  await check(page, [`${newCode()};730415;25,00`, '', `${short.slice(0, -1)};730415;25,00`, `${newCode()};730415;0`]);
  await page.getByRole('button', { name: 'Import 1 card' }).waitFor();
  expect(await mending(page).getByRole('textbox').count()).toBe(2);
  const send = mending(page).getByRole('button', { name: /^Check / });
  expect(await send.isDisabled()).toBe(true);
  await rowOf(page, 4).getByRole('textbox').fill(short.toLowerCase());
  await rowOf(page, 5).getByRole('textbox').fill('12,34,5');
  await mending(page).getByRole('button', { name: 'Check 2 corrected rows' }).click();
  await page.getByRole('button', { name: 'Import 2 cards' }).waitFor();
  // What is still wrong is refused again, at its own row, and corrected again.
  await rowOf(page, 5).getByRole('textbox').fill('25');
  await mending(page).getByRole('button', { name: 'Check 1 corrected row' }).click();
  await page.getByRole('button', { name: 'Import 3 cards' }).waitFor();
  await expect.poll(() => mending(page).count()).toBe(0);
  const states = await shop.books`
    select state from imports where batch_id = ${batch!.id} and row_count = 3 order by id desc limit 3`;
  expect(states).toEqual([{ state: 'checked' }, { state: 'cancelled' }, { state: 'cancelled' }]);
});

test('a correction with a card number is refused with its whole file, and shown nowhere', async () => {
  const page = await open(true);
  await check(page, [`${newCode()};730415;25,00`, `${newCode().slice(1)};730415;25,00`]);
  await rowOf(page, 3).getByRole('textbox').fill('4929421234567897');
  await mending(page).getByRole('button', { name: 'Check 1 corrected row' }).click();
  await page
    .getByText(/A payment-card number \(IG-01, row 3, column code\)/)
    .first()
    .waitFor();
  await page.reload();
  await untilHydrated(page);
  await mending(page).getByText('Choose the same file again above').waitFor();
  expect(await page.content()).not.toContain('4929421234567897');
});

test('once the others are imported, the corrected rows alone are checked, by whoever chooses the file again', async () => {
  const page = await open();
  const short = newCode();
  const lines = [`${newCode()};730415;25,00`, `${short.slice(0, -1)};730415;25,00`];
  await check(page, lines);
  await page.getByRole('button', { name: 'Import 1 card' }).click();
  await page.getByRole('button', { name: 'Undo this import' }).waitFor();
  await page.reload();
  await untilHydrated(page);
  await mending(page).getByText('Choose the same file again above').waitFor();
  const buffer = Buffer.from(['code;pin;face_value', ...lines].join('\n'));
  await page.getByLabel('File of cards').setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer });
  await rowOf(page, 3).getByRole('textbox').fill(short);
  await mending(page).getByRole('button', { name: 'Check 1 corrected row' }).click();
  await page.getByRole('button', { name: 'Import 1 card' }).waitFor();
});

test("a workbook's amounts are dollars in Excel's own formats of dollars alone", async () => {
  expect(batch!.currency).toBe('USD');
  const page = await open();
  const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const card = (row: number, style: number) =>
    `<row r="${row}">${cell(`A${row}`, newCode())}${cell(`B${row}`, '730415')}<c r="C${row}" s="${style}"><v>25</v></c></row>`;
  const head = `<row r="1">${['code', 'pin', 'face_value'].map((name, at) => cell(`${'ABC'[at]}1`, name)).join('')}</row>`;
  const parts = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Target="worksheets/s.xml"/></Relationships>',
    // 4 and 43 are plain amounts.
    'xl/styles.xml': `<styleSheet><cellXfs>${[4, 7, 43, 44].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/s.xml': `<worksheet><sheetData>${head}${[0, 1, 2, 3].map((style) => card(style + 2, style)).join('')}</sheetData></worksheet>`,
  };
  const zipped = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
  await page
    .getByLabel('File of cards')
    .setInputFiles({ name: 'cards.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(zipped) });
  await page.getByText('nothing has been sent yet: 4 rows').first().waitFor();
  expect(await page.locator('.upload-column').nth(2).locator('.upload-samples > *').allInnerTexts()).toEqual([
    '25',
    '25 $',
    '25',
  ]);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: 'Import 4 cards' }).waitFor();
});
