import { expect, test } from 'vitest';
import { cacheMissingPage } from './cache-missing-page.ts';
import { flash } from './cookies/flash.ts';
import type { PageRequest } from './create-page-context.ts';

const visitor = { user: null, trouble: null, locale: 'en', nonce: 'first' } as PageRequest;

function counted() {
  const rendered: string[] = [];
  const handle = cacheMissingPage(async (request, { nonce, locale }) => {
    rendered.push(new URL(request.url).pathname);
    const headers = { 'content-type': 'text/html', link: '</style.css>' };
    return new Response(`<script nonce="${nonce}"></script>${locale}<i nonce="${nonce}">`, { status: 404, headers });
  });
  const get = (path: string, page: Partial<PageRequest> = {}, headers: Record<string, string> = {}) =>
    handle(new Request(`http://localhost${path}`, { headers }), { ...visitor, ...page });
  return { rendered, get };
}

test('an unknown path is rendered once for all visitors, each with a nonce of their own', async () => {
  const { rendered, get } = counted();
  await get('/nowhere');
  const second = await get('/wp-login.php?x=1', { nonce: 'second' });
  expect([second.status, second.headers.get('link')]).toEqual([404, '</style.css>']);
  expect(await second.text()).toBe('<script nonce="second"></script>en<i nonce="second">');
  expect(rendered).toEqual(['/nowhere']);
});

test('another language or theme is another page', async () => {
  const { rendered, get } = counted();
  for (const n of [1, 2]) {
    await get(`/en${n}`);
    expect(await (await get(`/de${n}`, { locale: 'de' })).text()).toContain('de');
    await get(`/dark${n}`, {}, { cookie: 'facevalue_theme=dark' });
  }
  expect(rendered).toEqual(['/en1', '/de1', '/dark1']);
});

test.for<[string, string, Partial<PageRequest>, Record<string, string>?]>([
  ['a known page', '/login', {}],
  ['a known page with a parameter', '/orders/019a', {}],
  ['data for a page that is open', '/nowhere.data', {}],
  ['somebody signed in', '/nowhere', { user: { id: '1' } as PageRequest['user'] }],
  ['a session that could not be read', '/nowhere', { trouble: { status: 503, message: '' } }],
  [
    'a toast that waits',
    '/nowhere',
    {},
    { cookie: flash({ type: 'info', title: 'a', content: 'b' }).split(';')[0] ?? '' },
  ],
])('%s is always rendered', async ([, path, page, headers]) => {
  const { rendered, get } = counted();
  await get('/nowhere-else');
  await get(path, page, headers);
  await get(path, page, headers);
  expect(rendered).toEqual(['/nowhere-else', path, path]);
});
