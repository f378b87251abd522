import { expect, test } from 'vitest';
import { addressGroups } from './address-groups.ts';

test.each([
  ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 10, '0xf39F', '2266'],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 10, 'bc1qar', '5mdq'],
  ['ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 10, 'ltc1qw5', 'n4n9'],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNV', 8, '1BvB', 'JaNV'],
])('%s is shown in %i groups, and whole when they are joined', (address, count, first, last) => {
  const groups = addressGroups(address);
  expect([groups.length, groups[0], groups.at(-1)]).toEqual([count, first, last]);
  expect(groups.slice(1).every(({ length }) => length === 4)).toBe(true);
  expect(groups.join('')).toBe(address);
});
