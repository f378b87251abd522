import { expect, test } from 'vitest';
import { title } from './title.ts';

test('a title that names what its page read is none where nothing could be read', () => {
  const { title: named } = title('receipt.number', ({ number }: { number: number }) => ({ number: String(number) }));
  expect(named({ number: 1007 })).toEqual({ key: 'receipt.number', values: { number: '1007' } });
  expect(named(undefined)).toBeNull();
  expect(title('billing.title').title(undefined)).toEqual({ key: 'billing.title' });
});
