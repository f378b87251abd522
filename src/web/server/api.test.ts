import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { listNews } from '#contracts/content/news.ts';
import { attempt, read } from './api.ts';
import { ApiError } from './api-error.ts';
import { apiContext, secureContext } from './context.ts';
import { readFlash } from './cookies/flash.ts';

/** A page at /cards?q=a whose every call is refused. */
function refusedBy(status: number, message: string, marks = {}) {
  const context = new RouterContextProvider();
  context.set(apiContext, async () => {
    throw new ApiError(status, message, { q: [message] }, marks);
  });
  return { context, url: new URL('http://localhost/cards?q=a') };
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
  expect(readFlash(cookie?.split(';')[0] ?? null, 'en')).toEqual({ type: 'warning', title, content: '' });
});

test.each([404, 409, 422, 429, 500])('%i is the error of a page, and is handed to a form', async (status) => {
  const where = refusedBy(status, 'No.');
  expect(await thrownBy(read(where, listNews))).toMatchObject({ data: { message: 'No.' }, init: { status } });
  const refusal = { status, message: 'No.', errors: { q: ['No.'] } };
  expect(await attempt(where, listNews)).toMatchObject({ ok: false, refusal });
});

test('a form that shows a 403 itself is still led to the confirmation that is due, and keeps what was typed', async () => {
  const asked = (marks: object) => {
    const where = refusedBy(403, 'No.', marks);
    where.context.set(secureContext, false);
    return attempt({ ...where, keep: { reason: 'known' } }, listNews, {}, [403]);
  };
  expect(await asked({})).toMatchObject({ ok: false, refusal: { status: 403 } });
  const thrown = (await thrownBy(asked({ reason: 'step_up_required' }))) as Response;
  expect(thrown.headers.get('location')).toMatch(/^\/user\/confirm\?/);
  expect(decodeURIComponent(thrown.headers.get('set-cookie') ?? '')).toContain('"reason":"known"');
});
