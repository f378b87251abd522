import { expect, test } from 'vitest';
import { listNews } from '#contracts/content/content.ts';
import { attempt, read } from './api.ts';
import { readFlash } from './cookies/flash.ts';
import { createPageContext } from './create-page-context.ts';
import { pageRequest } from './page-request.testonly.ts';

/** A page at /cards?q=a on which every API call fails. */
function refusedBy(status: number, message: string, marks = {}) {
  const apiClient = async () => ({ status, body: { message, errors: { q: [message] }, ...marks } });
  return { context: createPageContext(pageRequest({ apiClient })), url: new URL('http://localhost/cards?q=a') };
}

const thrownBy = async (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );

test.each([
  [401, '/login?next=%2Fcards%3Fq%3Da'],
  [403, '/403'],
  [503, '/maintenance?next=%2Fcards%3Fq%3Da'],
])('%i leads a page and a form to %s', async (status, to) => {
  const where = refusedBy(status, 'No.');
  for (const asked of [read(where, listNews), attempt(where, listNews)]) {
    const thrown = (await thrownBy(asked)) as Response;
    expect([thrown.status, thrown.headers.get('location')]).toEqual([302, to]);
  }
});

test.each([
  ['Your account may not do this.', 'Your account may not do this.'],
  ['', 'Access Forbidden'],
])('403 warns with what the server said, or "Access Forbidden": %j', async (message, title) => {
  const thrown = (await thrownBy(read(refusedBy(403, message), listNews))) as Response;
  const cookie = thrown.headers.get('set-cookie');
  expect(readFlash(cookie?.split(';')[0] ?? null, { locale: 'en', secure: false })).toEqual({
    type: 'warning',
    title,
    content: '',
  });
});

test.each([404, 409, 422, 429, 500])('%i is the error of a page, and is handed to a form', async (status) => {
  const where = refusedBy(status, 'No.');
  expect(await thrownBy(read(where, listNews))).toMatchObject({ data: { message: 'No.' }, init: { status } });
  const refusal = { status, message: 'No.', errors: { q: ['No.'] } };
  expect(await attempt(where, listNews)).toMatchObject({ ok: false, refusal });
});
