import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { screens } from '#web/routes.ts';
import { firstPartOf, groupByFirstPart } from './first-part.ts';

const routes = screens.map(({ path }) => ({ path }));
const groups = groupByFirstPart(routes, ({ path }) => path);
const matchIn = (within: typeof routes, path: string) => matchRoutes(within, path)?.at(-1)?.route.path;

test('every screen is matched among the routes of its first part as among all', () => {
  expect(groups.size).toBeGreaterThan(20);
  for (const { path } of screens) {
    const asked = path.replaceAll(/:\w+/g, 'a');
    for (const each of [asked, `${asked}/`, asked.toUpperCase(), `${asked}/nowhere`]) {
      const within = groups.get(firstPartOf(each) ?? '');
      expect([each, within && matchIn(within, each)]).toEqual([each, within && matchIn(routes, each)]);
    }
  }
});

test.each([
  ['/login', 'login'],
  ['/login.data', 'login'],
  ['/Admin/users/1.data', 'admin'],
  ['/', null],
  ['//login', null],
  ['/%6cogin', null],
  ['/wp-login.php', null],
])('the first part of %s is %s', (path, part) => {
  expect(firstPartOf(path)).toBe(part);
});

test('a route that fits any first part is in each group, in its place', () => {
  const grouped = groupByFirstPart([{ path: 'a/:id' }, { path: ':any' }, {}, { path: 'A' }], ({ path }) => path);
  expect(grouped).toEqual(new Map([['a', [{ path: 'a/:id' }, { path: ':any' }, {}, { path: 'A' }]]]));
});
