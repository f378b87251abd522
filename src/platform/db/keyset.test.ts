import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCursor, encodeCursor, InvalidCursorError, type KeysetOrder, keysetPage } from './keyset.ts';

const order: KeysetOrder = { name: 'price', kinds: ['int', 'uuid'] };
const id = '0197c1f0-0000-7000-8000-000000000001';

function pages(limit: number, count: number) {
  const all = Array.from({ length: count }, (_, at) => ({ price: at, id }));
  const key = (row: { price: number; id: string }) => [row.price, row.id];
  return (text?: string | null) => {
    const cursor = text ? decodeCursor(order, text) : undefined;
    const at = Number(cursor?.values[0] ?? -1);
    const fetched =
      cursor?.direction === 'prev'
        ? all.filter((row) => row.price < at).reverse()
        : all.filter((row) => row.price > at);
    return keysetPage({ order, cursor, limit, fetched: fetched.slice(0, limit + 1), key });
  };
}

describe('keyset', () => {
  test('a cursor comes back as it was, for every text', () => {
    const text: KeysetOrder = { name: 'name', kinds: ['text', 'int'] };
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), fc.maxSafeInteger(), (name, number) => {
        fc.pre(!name.includes('\0'));
        const cursor = { direction: 'prev' as const, values: [name, number] };
        expect(decodeCursor(text, encodeCursor(text, cursor))).toEqual(cursor);
      }),
    );
  });

  test('garbage is refused', () => {
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const garbage = [
      '',
      'x',
      '!!!',
      'e30',
      '%',
      'a'.repeat(5000),
      encoded(null),
      encoded({}),
      encoded([]),
      encoded(['name', 'next', 1, id]),
      encoded(['price', 'up', 1, id]),
      encoded(['price', 'next', 1]),
      encoded(['price', 'next', 1.5, id]),
      encoded(['price', 'next', '1', id]),
      encoded(['price', 'next', 1, 'x']),
      encoded(['price', 'next', 1, id, 1]),
    ];
    for (const text of garbage) expect(() => decodeCursor(order, text)).toThrow(InvalidCursorError);
  });

  test('a NUL, a lone surrogate and an impossible time are refused', () => {
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(['o', 'next', value])).toString('base64url');
    const refused = (kind: 'text' | 'timestamp' | 'decimal', value: string) =>
      expect(() => decodeCursor({ name: 'o', kinds: [kind] }, encoded(value))).toThrow(InvalidCursorError);
    refused('text', 'a\0');
    refused('text', 'a\ud800');
    refused('timestamp', "2026-01-01' or 1=1");
    refused('decimal', '1e9');
  });

  test('a page knows whether there is one after and one before it', () => {
    const page = pages(2, 5);
    const first = page();
    expect(first.rows.map((row) => row.price)).toEqual([0, 1]);
    expect(first.prev).toBeNull();
    const second = page(first.next);
    expect(second.rows.map((row) => row.price)).toEqual([2, 3]);
    const third = page(second.next);
    expect(third.rows.map((row) => row.price)).toEqual([4]);
    expect(third.next).toBeNull();
    const back = page(third.prev);
    expect(back.rows.map((row) => row.price)).toEqual([2, 3]);
    expect(back.next).toBe(second.next);
    const start = page(back.prev);
    expect(start.rows.map((row) => row.price)).toEqual([0, 1]);
    expect(start.prev).toBeNull();
  });

  test('a full last page has no next', () => {
    expect(pages(5, 5)().next).toBeNull();
  });
});
