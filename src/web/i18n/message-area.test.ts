import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { areas } from '#contracts/areas.ts';
import { isOffice, screens } from '#web/routes.ts';
import { areasOfRoute } from './message-area.ts';

test('what staff and sellers alone open shares texts that no page of a buyer loads', () => {
  const office = screens.filter(({ page }) => areasOfRoute(page)[0] === 'office');
  expect(office.map(({ page }) => page)).toEqual(screens.filter(isOffice).map(({ page }) => page));
});

test('two rooms of pages never share their texts by having the same name', () => {
  const rooms = Map.groupBy(
    screens.filter((screen) => !isOffice(screen)),
    ({ page }) => areasOfRoute(page)[0],
  );
  for (const [, pages] of rooms) expect(new Set(pages.map(({ page }) => dirname(page))).size).toBe(1);
});

test('a page lies in an area of the features, or belongs to the system', () => {
  const known = [...Object.keys(areas), 'system'];
  expect(screens.filter(({ page }) => !known.includes(page.split('/')[0] ?? ''))).toEqual([]);
});
