import { expect, test } from 'vitest';
import { shownNames } from './judge-table.ts';

test('the names of columns are shown as they are, and the first card of a file without names is masked', () => {
  expect(shownNames(['Gift card code', 'Lagerort 3'])).toEqual(['Gift card code', 'Lagerort 3']);
  expect(shownNames(['Koodi', 'Arvo'])).toEqual(['Koodi', 'Arvo']);
  expect(shownNames(['K7QWX-M4N8P-2RTYD', '10.00'])).toEqual(['K••••-•••••-•••••', '1•.••']);
  expect(shownNames(['ABCD-EFGH-JKLM', 'x'])).toEqual(['A•••-••••-••••', 'x']);
});
