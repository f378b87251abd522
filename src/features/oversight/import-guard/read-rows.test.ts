import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FILE_LIMITS, FileRefused, readRows } from './read-rows.ts';

async function* chunksOf(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(content: string | Uint8Array, chunk = 7) {
  const bytes = Buffer.from(content);
  const reader = readRows(chunksOf(bytes, chunk));
  const rows: string[][] = [];
  let refused: FileRefused | undefined;
  try {
    for await (const { number, cells } of reader.rows) rows[number - 1] = cells;
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    refused = error;
  }
  const expected = createHash('sha256').update(bytes).digest('hex');
  expect((await reader.sha256()).toString('hex')).toBe(expected);
  return { rows, refused };
}

describe('a file of stock', () => {
  it('is read row by row, whatever the chunks cut through', async () => {
    for (const chunk of [1, 2, 3, 5, 1000]) {
      const { rows } = await read('\ufeffcode,pin\r\n"a,1",ü€\r\n\r\n"b""2",𝟙\n', chunk);
      expect(rows).toEqual([['code', 'pin'], ['a,1', 'ü€'], undefined, ['b"2', '𝟙']]);
    }
  });

  it.each([
    ['UTF-16', Buffer.from('\ufeffcode\nü€\n', 'utf16le')],
    ['UTF-16 the other way round', Buffer.from('\ufeffcode\nü€\n', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from([0x63, 0x6f, 0x64, 0x65, 0x0a, 0xfc, 0x80, 0x0a])],
    ['UTF-8', Buffer.from('code\nü€\n')],
  ])('is read as %s, whatever the chunks cut through', async (_what, bytes) => {
    for (const chunk of [1, 2, 3, 1000]) expect((await read(bytes, chunk)).rows).toEqual([['code'], ['ü€']]);
  });

  it('keeps a quotation mark inside a value, for the row to be refused', async () => {
    expect((await read('code\n12"\n"A"B\n')).rows).toEqual([['code'], ['12"'], ['"A"B']]);
  });

  it('names the row in which a quotation mark opens that never closes', async () => {
    const { refused } = await read(`code\nA\n"B\n${'C\n'.repeat(20_000)}`, 65536);
    expect(refused).toMatchObject({ rule: 'IG-18', row: 3, hint: 'quote' });
  });

  it('is empty without being refused', async () => {
    expect(await read('')).toEqual({ rows: [], refused: undefined });
  });

  it.each([
    ['a ZIP or XLSX file', Buffer.from([0x50, 0x4b, 3, 4, 0, 0])],
    ['a gzip file', gzipSync('code\nA\n')],
    ['an OLE file', Buffer.from([0xd0, 0xcf, 0x11, 0xe0])],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['UTF-16 with a cut letter', Buffer.from('\ufeffcode', 'utf16le').subarray(0, 9)],
    ['a NUL', Buffer.from('code\nA\0\n')],
    ['UTF-8 that becomes invalid', Buffer.from([0x63, 0x0a, 0xc3, 0xbc, 0xc3, 0x28])],
    ['a cut character at the end', Buffer.from([0x63, 0x0a, 0xc3, 0xbc, 0xc3])],
    ['a letter that no encoding has', Buffer.from([0x63, 0x0a, 0x81, 0x28])],
    ['an open quote', Buffer.from('code\n"A\n')],
    ['a cell over 1,000 characters', Buffer.from(`code\n${'A'.repeat(1001)}\n`)],
    ['a record without an end', Buffer.from(`code\n"${'A'.repeat(50_000)}`)],
    ['more than 30 columns', Buffer.from(`${'a,'.repeat(30)}a\n`)],
  ])('is refused when it is %s (IG-18)', async (_what, bytes) => {
    expect((await read(bytes, 1000)).refused).toMatchObject({ rule: 'IG-18' });
  });

  it('is refused above 15 MB and above 200,000 rows', async () => {
    const row = `${'A'.repeat(99)}\n`;
    expect((await read(row.repeat(FILE_LIMITS.bytes / 100), 65536)).refused).toBeUndefined();
    expect((await read(row.repeat(FILE_LIMITS.bytes / 100 + 1), 65536)).refused).toMatchObject({ rule: 'IG-18' });
    expect((await read('A\n'.repeat(FILE_LIMITS.rows + 1), 65536)).refused).toBeUndefined();
    expect((await read('A\n'.repeat(FILE_LIMITS.rows + 2), 65536)).refused).toMatchObject({
      rule: 'IG-18',
      row: 200_002,
    });
  });

  it('never quotes the file in an error', async () => {
    const { refused } = await read('code\n"4111111111111111"4\n');
    expect(`${refused?.stack} ${JSON.stringify(refused)} ${refused?.cause}`).not.toContain('4111');
  });
});
