import { expect, test } from 'vitest';
import { LINKED_PAGES, pagePath } from '#contracts/page-path.ts';
import { screens } from '#web/routes.ts';

test('every page that a mail, a notification or an alert links to is a screen', () => {
  const paths = screens.map(({ path }) => path);
  expect(LINKED_PAGES.filter((page) => !paths.includes(page))).toEqual([]);
});

test('an id stays one part of the path, whatever it holds', () => {
  expect(pagePath('/admin/payments/:id', { id: '../a?b=$&' })).toBe('/admin/payments/..%2Fa%3Fb%3D%24%26');
});
