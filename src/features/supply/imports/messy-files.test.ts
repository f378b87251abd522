import { expect, it } from 'vitest';
import { getImport, listImports, uploadImport } from '#contracts/supply/imports.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';

const shop = await createTestShop();
const { as, sql } = shop;
const { activeProgramme, openBatch } = await createStaff(shop);

let next = 700_000;
const code = () => codeNumber(next++);

async function* whole(bytes: Uint8Array) {
  yield bytes;
}

/** What the shop answers to a file for a batch of a programme with cards of 25 and 1,234.50 euros. */
async function upload(content: string | Uint8Array, query = {}) {
  const { id } = await activeProgramme({ currency: 'EUR', face_values_cents: [2500, 123_450], country: 'DE' });
  const batch_id = await openBatch(id);
  // One person may upload so many files an hour.
  const importer = await shop.createUser({ role: 'admin', duties: ['importer'] });
  const { status, body } = await as(importer)(uploadImport, {
    params: { id: batch_id },
    query,
    body: whole(Buffer.from(content)),
  });
  const [last] = (await as(importer)(listImports, { params: { id: batch_id } })).body.data;
  const { errors } = (await as(importer)(getImport, { params: { id: last!.id } })).body.data;
  return { status, text: JSON.stringify(body.errors ?? {}), found: last!, errors };
}

const windows1252 = (text: string) =>
  Uint8Array.from(text, (letter) => (letter === '€' ? 0x80 : letter === '’' ? 0x92 : letter.charCodeAt(0)));
const utf16be = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();

const HEAD = 'code;pin;face_value';
const row = (value = '25.00') => `${code()};730415;${value}`;
const dated = (date: string) => `code;pin;face_value;expires_on\n${code()};730415;25.00;${date}\n`;

it.each([
  ['semicolons, CRLF and a decimal comma', () => `${HEAD}\r\n${row('25,00')}\r\n`],
  ['a mark of UTF-8', () => `\ufeff${HEAD}\n${row()}\n`],
  ['tabs', () => `${HEAD}\n${row()}\n`.replaceAll(';', '\t')],
  ['a sep line', () => `sep=;\r\n${HEAD}\r\n${row()}\r\n`],
  ['UTF-16 with its mark, as of "Unicode text"', () => Buffer.from(`\ufeff${HEAD}\r\n${row()}\r\n`, 'utf16le')],
  ['UTF-16 the other way round', () => utf16be(`${HEAD}\r\n${row()}\r\n`)],
  ['Windows-1252 and a euro sign', () => windows1252(`code;pin;Wert;Währung\n${code()};730415;25,00 €;EUR\n`)],
  ['an amount as 1.234,50', () => `${HEAD}\n${row('1.234,50')}\n`],
  ['an amount as 1 234,50', () => `${HEAD}\n${row('1\u00a0234,50')}\n`],
  ['an amount as 1,234.50', () => `${HEAD}\n${row('1,234.50')}\n`],
  ["an amount as 1'234.50", () => `${HEAD}\n${row("1'234.50")}\n`],
  ['an amount as 25 EUR', () => `${HEAD}\n${row('25 EUR')}\n`],
  ['an amount as €25', () => `${HEAD}\n${row('€25')}\n`],
  ['an amount as 25,0', () => `${HEAD}\n${row('25,0')}\n`],
  [
    'names and values in quotation marks',
    () => `"code";"pin";"face_value"\n"${row('25,00').replaceAll(';', '";"')}"\n`,
  ],
  ['a date as 31/12/2040', () => dated('31/12/2040')],
  ['a date as 12/31/2040', () => dated('12/31/2040')],
  ['a date as 31.12.40', () => dated('31.12.40')],
  ['a date with a time of midnight', () => dated('2040-12-31 00:00:00')],
  ['blank rows, and cells beyond the header', () => `\n${HEAD}\n;;;\n${row()};;\n;;;\n;;;\n\n`],
  ['codes in lower case', () => `${HEAD}\n${row().toLowerCase()}\n`],
  ['codes without their dashes', () => `${HEAD}\n${row().replaceAll('-', '')}\n`],
  ['codes with spaces', () => `${HEAD}\n${row().replaceAll('-', ' ')}\n`],
  ['English names', () => `Gift Code,P.I.N.,Face Value\n${row().replaceAll(';', ',')}\n`],
  ['German names', () => `Gutscheincode;PIN;Nennwert;Währung\n${row()};EUR\n`],
  ['Spanish names', () => `Código;Código PIN;Importe;Válido hasta\n${row()};31/12/2040\n`],
  ['French names', () => `Code cadeau;Code PIN;Montant;Devise\n${row()};EUR\n`],
  ['Dutch names', () => `Cadeaucode;Pincode;Bedrag;Geldig tot\n${row()};31-12-2040\n`],
])('a file with %s is read', async (_what, content) => {
  const { status, found, errors } = await upload(content());
  expect([status, errors, found.refusal]).toEqual([201, [], null]);
  expect(found).toMatchObject({ state: 'checked', rows: { total: 1, clean: 1, refused: 0 } });
});

it.each([
  ['1.234', 'face_value', 'thousands'],
  ['25 GBP', 'face_value', 'currency_sign'],
  ['£25', 'face_value', 'currency_sign'],
  ['05/06/2040', 'expires_on', 'date_order'],
  ['48580', 'expires_on', 'date_serial'],
  ['12/2040', 'expires_on', 'date_form'],
  ['12"', 'serial', 'quote'],
  ['"AB"12', 'serial', 'quote'],
  ['=HYPERLINK("x")', 'serial', 'formula'],
  ['A1;more', 'serial', 'cell_count'],
] as const)('a row with %s is refused by its number, and says what to do', async (value, column, hint) => {
  const good = { face_value: '25.00', expires_on: '2040-12-31', serial: 'A1' };
  const line = (cells: typeof good) => `${code()};730415;${Object.values(cells).join(';')}`;
  const lines = [`code;pin;${Object.keys(good).join(';')}`, line(good), '', line({ ...good, [column]: value })];
  const { found, errors } = await upload(lines.join('\n'));
  expect(found).toMatchObject({ state: 'checked', rows: { total: 2, clean: 1, refused: 1 } });
  expect(errors).toEqual([{ row: 4, column: hint === 'cell_count' ? null : column, rule: 'IG-15', hint }]);
});

it('dates that could mean two days are read in the order that somebody said', async () => {
  const { found } = await upload(dated('05/06/2040'), { date_order: 'dmy' });
  expect(found).toMatchObject({ state: 'checked', rows: { clean: 1, refused: 0 } });
});

it('a quotation mark that never closes refuses the file at its own row', async () => {
  const { status, text, found } = await upload(`${HEAD}\n${row()}\n${row()}\n"${row()}\n${`${row()}\n`.repeat(40)}`);
  expect(status).toBe(422);
  expect(found.refusal).toEqual({ reason: 'guard', rule: 'IG-18', row: 4, column: null, hint: 'quote' });
  expect(text).toContain('A quotation mark opens in this row');
});

it.each(['\n', '\r\n'])('a value too long for any row is named as that, whatever ends the lines: %j', async (end) => {
  const lines = [HEAD, row(), `${row()}${'9'.repeat(40_000)}`, row()];
  const long = await upload(lines.join(end));
  expect(long.found.refusal).toEqual({ reason: 'guard', rule: 'IG-18', row: 3, column: null, hint: 'long_value' });
  expect(long.text).toContain('longer than 1,000 characters');
  const open = [HEAD, row(), `"${row()}`, ...Array.from({ length: 2000 }, row)];
  expect((await upload(open.join(end))).found.refusal).toMatchObject({ row: 3, hint: 'quote' });
});

it.each([
  ['Gültig bis', 'name_expires_on', 'call it expires_on in the file'],
  ['Gift Card Number', 'name_code', 'call it code in the file'],
  ['Cardholder', null, 'IG-11'],
])('a column named %j is refused with the name that it may have', async (name, hint, said) => {
  const { status, text, found } = await upload(`code;${name}\n${code()};x\n`);
  expect([status, found.refusal]).toEqual([422, { reason: 'guard', rule: 'IG-11', row: 1, column: '2', hint }]);
  expect(text).toContain(said);
  expect(text).not.toMatch(/payment-card or personal data/);
});

it('a column may be skipped: it is guarded all the same, and nothing of it is kept', async () => {
  const query = { columns: 'code,pin,face_value,skip' };
  const noted = (note: string) => `${HEAD};Notiz\n${row()};${note}\n`;
  const { found } = await upload(noted('- Lieferung "Herbst", 3 Zoll'), query);
  expect(found).toMatchObject({ state: 'checked', rows: { clean: 1 }, columns: ['code', 'pin', 'face_value', 'skip'] });
  const carried = await upload(noted('4929421234567897'), query);
  expect([carried.status, carried.found.refusal]).toMatchObject([422, { rule: 'IG-01', row: 2 }]);
  const personal = await upload(noted('ada@example.com'), query);
  expect([personal.status, personal.found.refusal]).toMatchObject([422, { rule: 'IG-16', row: 2 }]);
  expect(JSON.stringify(await sql`select * from column_matches`)).not.toMatch(/Notiz|Herbst/);
});

it.each([
  ['4929421234567897', 'IG-01'],
  ['4929 4212 3456 7897', 'IG-01'],
  ['ada@example.com', 'IG-16'],
])('a name that carries %j refuses the file, skipped or not, and no hash of it is kept', async (name, rule) => {
  const before = await sql`select count(*) from column_matches`;
  const { found } = await upload(`code;pin;face_value;${name}\n${row()};x\n`, { columns: 'code,pin,face_value,skip' });
  expect(found.refusal).toMatchObject({ reason: 'guard', rule, row: 1, column: '4' });
  expect(await sql`select count(*) from column_matches`).toEqual(before);
});

it('a file without names is refused instead of losing its first card, and no hash of the code is kept', async () => {
  const columns = { columns: 'code,pin,face_value' };
  const letters = 'AAAAA-AAAAA-AXMVA;730415;25.00';
  for (const first of [row(), letters, 'aaaaa aaaaa a2mva;730415;25.00']) {
    const { text, found } = await upload(`${first}\n${row()}\n`, columns);
    expect(found.refusal).toEqual({ reason: 'guard', rule: 'IG-12', row: 1, column: '1', hint: 'no_header' });
    expect(text).toContain('The first row holds a card.');
  }
});

it('a column that we know is skipped in one file alone, and read by its name in the next of that supplier', async () => {
  const days = async (query: object) => (await upload(dated('31/12/2040'), query)).found.columns?.[3];
  expect(await days({ columns: 'code,pin,face_value,skip' })).toBe('skip');
  expect(await days({})).toBe('expires_on');
});

it('which of two columns holds the amounts is asked for instead of guessed', async () => {
  const lines = `code;pin;Value;Amount\n${row()};20.00\n`;
  expect((await upload(lines)).found.refusal).toMatchObject({ rule: 'IG-12', row: 1, column: '3' });
  expect((await upload(lines, { columns: ',,face_value,skip' })).found).toMatchObject({ state: 'checked' });
  expect((await upload(`code;pin;Price\n${row()}\n`)).found.refusal).toMatchObject({ rule: 'IG-12', column: '3' });
});

it('a column that nobody may have can be neither skipped nor matched', async () => {
  const { found } = await upload(`code;CVV\n${code()};123\n`, { columns: 'code,skip' });
  expect(found.refusal).toMatchObject({ rule: 'IG-11', column: '2' });
});

it.each([
  ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 20, 0]), 'workbook'],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'workbook'],
  ['bytes that are no text', Buffer.from([0x41, 0x90, 0x01, 0x02]), null],
])('%s is refused as a file, and says so', async (_what, bytes, hint) => {
  const { status, found } = await upload(bytes);
  expect([status, found.refusal]).toMatchObject([422, { rule: 'IG-18', row: 0, hint }]);
});
