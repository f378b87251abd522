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
      expect(rows).toEqual([
        ['code', 'pin'],
        ['a,1', 'ü€'],
        ['b"2', '𝟙'],
      ]);
    }
  });

  it('is empty without being refused', async () => {
    expect(await read('')).toEqual({ rows: [], refused: undefined });
  });

  it.each([
    ['a ZIP or XLSX file', Buffer.from([0x50, 0x4b, 3, 4, 0, 0])],
    ['a gzip file', gzipSync('code\nA\n')],
    ['an OLE file', Buffer.from([0xd0, 0xcf, 0x11, 0xe0])],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['UTF-16', Buffer.from('\ufeffcode', 'utf16le')],
    ['a NUL', Buffer.from('code\nA\0\n')],
    ['invalid UTF-8', Buffer.from([0x63, 0x0a, 0xc3, 0x28])],
    ['a cut character at the end', Buffer.from([0x63, 0x0a, 0xc3])],
    ['an open quote', Buffer.from('code\n"A\n')],
    ['a quote in the middle', Buffer.from('code\n"A"B\n')],
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
