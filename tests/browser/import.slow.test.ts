import { hash, randomBytes } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
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
    await page.getByLabel('File of cards').setInputFiles(chosen);
    // What the browser read of it moves the button.
    if (javaScript) await page.getByText('nothing has been sent yet').first().waitFor();
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
  if (!javaScript) {
    await page.getByLabel('Column 1').selectOption('code');
    await page.getByLabel('Column 3').selectOption('face_value');
  }
  const again = file([...good, '1.2E+15;730415;25,00'], `${mine};pin;${value}`);
  if (javaScript) {
    await page.getByLabel('File of cards').setInputFiles(again);
    await page.getByLabel(mine).selectOption('code');
    await page.getByLabel(value).selectOption('face_value');
    await page.getByRole('button', { name: 'Check the file' }).click();
  } else await check(again);
  await page.getByText('with a decimal comma').first().waitFor();
  await page
    .getByText(/Codes written as 1.23E\+15/)
    .first()
    .waitFor();
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
  expect(await page.getByLabel('File of cards').count()).toBe(0);
});

test('a file that was chosen before the page listened is read, too', async () => {
  const page = await newPage({ token: await shop.signIn('admin') });
  const scripts = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`/reseller/import/${await findBatch()}`, { waitUntil: 'commit' });
  await page.getByLabel('File of cards').setInputFiles(file(rows(2)));
  scripts.resolve();
  await page.getByText('nothing has been sent yet: 2 rows').first().waitFor();
});

test('a dropped file stands in the form', async () => {
  const batch = await findBatch();
  const page = await newPage({ token: await shop.signIn('admin') });
  await page.goto(`/reseller/import/${batch}`);
  await page.getByLabel('File of cards').waitFor();
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['code\nx'], 'stock.csv', { type: 'text/csv' }));
    return data;
  });
  await expect
    .poll(async () => {
      await page.dispatchEvent('form.upload', 'drop', { dataTransfer: transfer });
      return page.getByLabel('File of cards').evaluate((input) => (input as HTMLInputElement).files?.[0]?.name);
    })
    .toBe('stock.csv');
});

test("a German supplier's file goes from the invoice to stock in nine clicks, and the invoice stays in the browser", async () => {
  const [{ programme }] = await shop.books<[{ programme: string }]>`
    select p.id as programme from batches b join programmes p on p.id = b.programme_id
    where p.name like 'Velquist Arcade%' and p.code_format -> 'pin' ->> 'length' = '6' order by b.id limit 1`;
  const page = await newPage({ token: await shop.signIn('admin') });
  const posted: string[] = [];
  page.on('request', (request) => posted.push(request.postData() ?? ''));
  await page.goto('/reseller');
  let clicks = 0;
  const click = async (role: 'button' | 'link', name: string) => {
    clicks++;
    await page.getByRole(role, { name }).first().click();
  };
  const choose = async (name: string, chosen: Parameters<ReturnType<typeof page.getByLabel>['setInputFiles']>[0]) => {
    clicks++;
    await page.getByLabel(name, { exact: true }).setInputFiles(chosen);
  };

  await click('link', 'Open a batch');
  await page.waitForURL('**/reseller/new');
  await page.getByLabel('Programme').selectOption(programme);
  await page.getByLabel('Name', { exact: true }).fill('Herbstlieferung');
  await page.getByLabel('Supplier').fill('Nordwind GmbH');
  await page.getByLabel('Invoice number').fill('R-2032');
  await page.getByLabel('Invoice date').fill('2026-02-02');
  const invoice = Buffer.from('Rechnung R-2032');
  await choose('Invoice or delivery note', { name: 'rechnung.pdf', mimeType: 'application/pdf', buffer: invoice });
  await page.getByText('SHA-256 of rechnung.pdf filled in below').first().waitFor();
  expect(await page.getByLabel('SHA-256 of the invoice').inputValue()).toBe(hash('sha256', invoice));
  await page.getByLabel('Reseller authorisation').fill('Vertrag 3');
  await page.getByLabel('Authorised from').fill('2026-01-01');
  await page.getByLabel('Discount (%)').fill('4.5');
  await click('button', 'Open a batch');
  await click('link', 'Import cards');

  const lines = rows(4).map((line, at) => (at < 3 ? `${line};Palette ${at}` : `${line.slice(1)};`));
  const sent = file([...lines, ';;;'], 'Gutscheincode;PIN;Nennwert;Notiz');
  await choose('File of cards', sent);
  await page.getByText('nothing has been sent yet: 4 rows').first().waitFor();
  expect(await page.getByLabel('Gutscheincode').inputValue()).toBe('code');
  expect(await page.getByLabel('Notiz').inputValue()).toBe('skip');
  const samples = await page.locator('.upload-samples').first().innerText();
  expect(samples).toMatch(/^.•{4}-•{5}-•{5}\n/);
  await click('button', 'Check the file');
  await page.getByText('The file was checked').first().waitFor();
  expect(await page.locator('#office').getByText('not kept').count()).toBe(1);
  await click('button', 'Import 3 cards');
  await page.getByRole('button', { name: 'Undo this import' }).waitFor();
  expect(clicks).toBeLessThanOrEqual(9);
  expect(posted.join('')).not.toContain(invoice.toString());
});

test('face values that the programme lacks are named with those it has before the file is sent', async () => {
  const batch = await findBatch();
  const [{ cents }] = await shop.books<[{ cents: number }]>`
    select p.face_values_cents[1]::int as cents from batches b join programmes p on p.id = b.programme_id
    where b.id = ${batch}`;
  const of = (units: number) => file(rows(2).map((line) => line.replace('25,00', `${units},00`)));
  const page = await newPage({ token: await shop.signIn('admin') });
  await page.goto(`/reseller/import/${batch}`);
  await page.getByLabel('File of cards').setInputFiles(of(77));
  await page
    .getByText(/2 rows have .77/)
    .first()
    .waitFor();
  await page
    .getByText(new RegExp(`This programme has .*${cents / 100}`))
    .first()
    .waitFor();
  await page.getByLabel('File of cards').setInputFiles(of(cents / 100));
  await expect.poll(() => page.getByText(/rows have/).count()).toBe(0);
  await page.getByText('nothing has been sent yet: 2 rows').first().waitFor();
});

const sheet = (cells: string[][]) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${cells
    .map((row, at) => `<row r="${at + 1}">${row.join('')}</row>`)
    .join('')}</sheetData></worksheet>`;
const inline = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** A workbook as Excel writes it: shared texts, an amount as a number, and a day as a number with a format. */
function xlsx(codes: string[], after = '') {
  const rows = codes.map((code, at) => [
    inline(`A${at + 2}`, code),
    inline(`B${at + 2}`, '730415'),
    `<c r="C${at + 2}"><v>25</v></c>`,
    `<c r="E${at + 2}" s="1"><v>51502</v></c>`,
  ]);
  const head = ['A', 'B', 'C', 'E'].map((column, at) => `<c r="${column}1" t="s"><v>${at}</v></c>`);
  const parts = {
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Karten" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': `${after}<sst>${['Code', 'PIN', 'Betrag', 'Karte gilt bis'].map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': sheet([head, ...rows]),
  };
  return workbook(parts, 'karten.xlsx');
}
const workbook = (parts: Record<string, string>, name: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([part, text]) => [part, strToU8(text)])))),
});

test('a workbook of Excel is read in the browser, with its days, and arrives as rows', async () => {
  const batch = await findBatch();
  const page = await newPage({ token: await shop.signIn('admin') });
  await page.goto(`/reseller/import/${batch}`);
  await page.getByLabel('File of cards').setInputFiles(xlsx(rows(2).map((row) => row.split(';')[0]!)));
  await page.getByText('nothing has been sent yet: 2 rows').first().waitFor();
  await page.getByLabel('Karte gilt bis').selectOption('expires_on');
  await page.getByText('2041-01-01').first().waitFor();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: 'Import 2 cards' }).waitFor();
});

const sheetParts = (cells: string[][], { more = '', styles = '' } = {}) => ({
  'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Target="worksheets/s.xml"/></Relationships>',
  'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
  'xl/worksheets/s.xml': sheet(cells).replace('</sheetData>', `${more}</sheetData>`),
});

test('a workbook with cells left out or far outside is read, and of two amounts somebody says which', async () => {
  const batch = await findBatch();
  const page = await newPage({ token: await shop.signIn('admin'), refusals: true });
  await page.goto(`/reseller/import/${batch}`);
  const head = ['code', 'pin', 'Value', 'Amount', 'serial'].map((name, at) => inline(`${'ABCDE'[at]}1`, name));
  const card = (code: string, at: number) => [
    inline(`A${at}`, code.split(';')[0]!),
    inline(`B${at}`, '730415'),
    `<c r="C${at}"><v>25</v></c><c r="D${at}"><v>22.5</v></c><c r="ZZZ${at}" s="0"/>`,
  ];
  const lines = [head, ...rows(2).map((code, at) => card(code, at + 2))];
  await page
    .getByLabel('File of cards')
    .setInputFiles(workbook(sheetParts(lines, { more: '<row r="1000000000"><c r="A1000000000"/></row>' }), 'a.xlsx'));
  await page.getByText('nothing has been sent yet: 2 rows').first().waitFor();
  expect(await page.getByLabel('Value').inputValue()).toBe('');
  await page.getByLabel('Value').selectOption('face_value');
  await page.getByLabel('Amount').selectOption('skip');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.waitForURL(/import=/);
  await page.getByRole('button', { name: 'Import 2 cards' }).waitFor();
  // A card beyond what is read isn't left out without a word.
  const far = `<row r="1000000000">${inline('A1000000000', 'x')}</row>`;
  await page.getByLabel('File of cards').setInputFiles(workbook(sheetParts(lines, { more: far }), 'far.xlsx'));
  // The columns of the file before go, which moves the button.
  await expect.poll(() => page.getByText('nothing has been sent yet').count()).toBe(0);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText("It's a workbook: save it as CSV UTF-8 first").first().waitFor();
});

test('what merged cells of a workbook show stands in each of their rows', async () => {
  const batch = await findBatch();
  const page = await newPage({ token: await shop.signIn('admin') });
  await page.goto(`/reseller/import/${batch}`);
  const samples = async (file: ReturnType<typeof workbook>) => {
    await page.getByLabel('File of cards').setInputFiles(file);
    await page.getByText('nothing has been sent yet: 2 rows').first().waitFor();
    return (await page.locator('.upload-column').nth(2).innerText()).match(/2041-01-01/g)?.length;
  };
  const head = ['code', 'pin', 'expires_on'].map((name, at) => inline(`${'ABC'[at]}1`, name));
  const cards = rows(2).map((code, at) => [inline(`A${at + 2}`, code.split(';')[0]!), inline(`B${at + 2}`, '730415')]);
  cards[0]!.push(inline('C2', '2041-01-01'));
  const parts = sheetParts([head, ...cards]);
  const xml = parts['xl/worksheets/s.xml'].replace(
    '</worksheet>',
    '<mergeCells><mergeCell ref="C2:C3"/></mergeCells></worksheet>',
  );
  expect(await samples(workbook({ ...parts, 'xl/worksheets/s.xml': xml }, 'merged.xlsx'))).toBe(2);
  const text = (value: string, more = '') => `<t:table-cell ${more}><x:p>${value}</x:p></t:table-cell>`;
  const line = (row: string, day: string) =>
    `<t:table-row>${text(row.split(';')[0]!)}${text('730415')}${day}</t:table-row>`;
  const [first, second] = rows(2);
  const content = `<o:document xmlns:o="o" xmlns:t="t" xmlns:x="x"><t:table><t:table-row>${['code', 'pin', 'expires_on'].map((name) => text(name)).join('')}</t:table-row>${line(first!, text('2041-01-01', 't:number-rows-spanned="2"'))}${line(second!, '<t:covered-table-cell/>')}</t:table></o:document>`;
  expect(await samples(workbook({ 'content.xml': content }, 'merged.ods'))).toBe(2);
});

test('an amount of another currency in a workbook is refused as it is in a text', async () => {
  const batch = await findBatch();
  const page = await newPage({ token: await shop.signIn('admin') });
  await page.goto(`/reseller/import/${batch}`);
  const text = (value: string) => `<t:table-cell o:value-type="string"><x:p>${value}</x:p></t:table-cell>`;
  const amount = (currency: string) =>
    `<t:table-cell o:value-type="currency" o:currency="${currency}" o:value="25"><o:annotation><x:p>of May</x:p></o:annotation><x:p>25</x:p></t:table-cell>`;
  const [{ own }] = await shop.books<[{ own: string }]>`
    select p.currency as own from batches b join programmes p on p.id = b.programme_id where b.id = ${batch}`;
  const line = (row: string, at: number) =>
    `<t:table-row><t:table-cell o:value-type="string"><o:annotation><x:p>first</x:p></o:annotation><x:p>${row.split(';')[0]}</x:p></t:table-cell>${text('730415')}${amount(at === 1 ? 'ISK' : own)}</t:table-row>`;
  const content = `<o:document xmlns:o="o" xmlns:t="t" xmlns:x="x"><t:table><t:table-row>${['code', 'pin', 'face_value'].map(text).join('')}</t:table-row>${rows(3).map(line).join('')}</t:table></o:document>`;
  await page.getByLabel('File of cards').setInputFiles(workbook({ 'content.xml': content }, 'karten.ods'));
  await page.getByText('nothing has been sent yet: 3 rows').first().waitFor();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.waitForURL(/import=/);
  await page.getByRole('button', { name: 'Import 2 cards' }).waitFor();
  const errors = page.getByRole('region', { name: 'Refused rows' });
  expect(await errors.getByRole('row').nth(1).innerText()).toMatch(/3[\s\S]*face_value/);

  const formats = [`#,##0.00\\ "${own}"`, '[$ISK] #,##0.00', '0 "pcs"'];
  const styles = `<numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellXfs>${formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs>`;
  const head = ['code', 'pin', 'face_value'].map((name, at) => inline(`${'ABC'[at]}1`, name));
  const cards = rows(3).map((code, at) => [
    inline(`A${at + 2}`, code.split(';')[0]!),
    inline(`B${at + 2}`, '730415'),
    `<c r="C${at + 2}" s="${at}"><v>25</v></c>`,
  ]);
  await page.getByLabel('File of cards').setInputFiles(workbook(sheetParts([head, ...cards], { styles }), 'b.xlsx'));
  await page.getByText('nothing has been sent yet: 3 rows').first().waitFor();
  const read = await page.locator('.upload-column').nth(2).innerText();
  expect(read).toContain(`25 ${own}`);
  expect(read).toContain('25 ISK');
  expect(read).not.toContain('pcs');
});

test('a workbook of LibreOffice is read, and one that declares entities is left to the server, which refuses it', async () => {
  const batch = await findBatch();
  const page = await newPage({ token: await shop.signIn('admin'), refusals: true });
  await page.goto(`/reseller/import/${batch}`);
  const text = (value: string) => `<t:table-cell o:value-type="string"><x:p>${value}</x:p></t:table-cell>`;
  const line = (row: string) =>
    `<t:table-row>${text(row.split(';')[0]!)}${text('730415')}<t:table-cell o:value-type="float" o:value="25"/></t:table-row>`;
  const content = `<o:document xmlns:o="o" xmlns:t="t" xmlns:x="x"><t:table><t:table-row>${['code', 'pin', 'face_value'].map(text).join('')}</t:table-row>${rows(2).map(line).join('')}<t:table-row t:number-rows-repeated="1048000"><t:table-cell t:number-columns-repeated="1024"/></t:table-row></t:table></o:document>`;
  await page.getByLabel('File of cards').setInputFiles(workbook({ 'content.xml': content }, 'karten.ods'));
  await page.getByText('nothing has been sent yet: 2 rows').first().waitFor();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.waitForURL(/import=/);
  await page.getByRole('button', { name: 'Import 2 cards' }).waitFor();
  await page.getByLabel('File of cards').setInputFiles(xlsx([], '<!DOCTYPE sst [<!ENTITY a "b">]>'));
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText("It's a workbook: save it as CSV UTF-8 first").first().waitFor();
});
