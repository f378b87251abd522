import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, pathOf, untilHydrated } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);
const admin = await shop.signIn('admin');

async function write(title: string, content: string): Promise<string> {
  const body = { title, content, published_at: 'now' };
  const { data } = await shop.api<{ data: { id: string } }>('/api/admin/news', { token: admin, body });
  return data.id;
}

/** Markup: none of it may become an element, and all of it must be readable as written. */
const markup = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<script>alert(1)//',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<style>@import "//evil.example/x.css";</style>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<base href="//evil.example/">',
  '<meta http-equiv=refresh content="0;url=//evil.example/">',
  '<form action=//evil.example/><button>Sign in</button></form>',
  '<a href="javascript:alert(1)">click</a>',
  '<p style="position:fixed;inset:0">over everything</p>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<template><img src=x onerror=alert(1)></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><img src=x onerror=alert(1)>-->',
  '</div></article><script>alert(1)</script>',
  '<div id="main"></div>',
];

/** Markdown that would be harmful if its addresses were used unchecked. */
const markdown = [
  '[click](javascript:alert(1))',
  '[click](JaVaScRiPt:alert(1))',
  '[click](java&#115;cript:alert(1))',
  '[click](javascript&colon;alert(1))',
  '[click](<javascript:alert(1)>)',
  '[click](data:text/html,<script>alert(1)</script>)',
  '[click](vbscript:alert(1))',
  '[click](x:alert(1) "title" onclick=alert(1))',
  '[click](/cards"onmouseover="alert(1))',
  '[click](/cards "x\\"onmouseover=\\"alert(1)")',
  '<javascript:alert(1)>',
  '[click][a]\n\n[a]: javascript:alert(1)',
  '![picture](https://evil.example/pixel.png)',
  '![picture](javascript:alert(1))',
  '![picture](data:image/svg+xml,<svg onload=alert(1)>)',
  '`<script>alert(1)</script>`',
  '```\n</code></pre><script>alert(1)</script>\n```',
  '# <img src=x onerror=alert(1)>',
  '**<b onclick=alert(1)>bold</b>**',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
];

const harmful = 'script, style, link, img, svg, iframe, object, embed, form, input, video, base, meta, math, template';

/** Anything harmful inside the page's content: elements, handlers, styles, ids, addresses. */
const findHarm = (page: Page) =>
  page.locator('.rich').evaluateAll((texts, selector) => {
    const elements = texts.flatMap((text) => [...text.querySelectorAll('*')]);
    return elements.flatMap((element) => [
      ...(element.matches(selector) ? [element.outerHTML] : []),
      ...(element instanceof HTMLAnchorElement && !['http:', 'https:', 'mailto:'].includes(element.protocol)
        ? [element.href]
        : []),
      ...[...element.attributes]
        .filter(({ name }) => !['href', 'title', 'class'].includes(name))
        .map(({ name, value }) => `${element.localName} ${name}=${value}`),
    ]);
  }, harmful);

test('no payload in the news does anything: markup is shown as it was written, links lead nowhere harmful', async () => {
  await shop.books`update news set published_at = null`;
  const ids = [];
  for (const [index, payload] of [...markup, ...markdown].entries()) ids.push(await write(`Payload ${index}`, payload));
  const page = await newPage(await shop.addBuyer(1_00));
  page.on('dialog', (dialog) => expect.unreachable(`a script ran: ${dialog.message()}`));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const pages = Math.ceil(ids.length / 10);
  for (let at = 1; at <= pages; at++) {
    await page.goto(`/news?page=${at}`);
    expect(await findHarm(page)).toEqual([]);
    for (const link of await page.locator('.rich a').all()) {
      await link.dispatchEvent('mouseover');
    }
  }
  for (const [index, payload] of markup.entries()) {
    await page.goto(`/news/${ids[index]}`);
    expect((await page.locator('.rich').textContent())?.trim()).toBe(payload);
  }
  expect(asked.filter((url) => !url.startsWith(shop.url))).toEqual([]);
});

test('a title is text too, in the list, on its own page and in the title of the window', async () => {
  const hostile = '</title><script>alert(1)</script> <b>bold</b> {title}';
  const id = await write(hostile, 'Text.');
  const page = await newPage(await shop.addBuyer(1_00));
  await page.goto('/news');
  await page.getByRole('link', { name: hostile }).click();
  await page.waitForURL(`**/news/${id}`);
  await page.getByRole('heading', { level: 1, name: hostile, exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe(`${hostile} · Facevalue`);
  await page.reload();
  expect(await page.title()).toBe(`${hostile} · Facevalue`);
});

test('what Markdown can do is shown: headings right below the title, lists, quotes, links', async () => {
  const id = await write('Rich', '# Heading\n\n- one\n- two\n\n> quoted\n\n[Cards](/cards) *now* **really** `code`');
  const page = await newPage(await shop.addBuyer(1_00));
  await page.goto(`/news/${id}`);
  await page.getByRole('heading', { name: 'Heading', level: 2 }).waitFor();
  expect(await page.locator('.rich li').allTextContents()).toEqual(['one', 'two']);
  await page.getByRole('link', { name: 'Cards', exact: true }).click();
  await page.waitForURL('**/cards');
});

test('what is new since the last visit is marked, with the next visit no longer', async () => {
  const { token } = await shop.addBuyer(1_00);
  await write('Fresh', 'New.');
  const page = await newPage({ token });
  const fresh = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Fresh' }) });
  const told = page.waitForResponse((response) => response.url().endsWith('/news/read'));
  await page.goto('/news');
  expect(await fresh.getByText('New', { exact: true }).count()).toBe(1);
  expect((await told).status()).toBe(204);
  await page.reload();
  expect(await fresh.getByText('New', { exact: true }).count()).toBe(0);
});

test.each([true, false])('a feed address is made, renewed and ended; JavaScript: %s', async (javaScript) => {
  const page = await newPage({ ...(await shop.addBuyer(1_00)), javaScript });
  await page.goto('/news');
  if (javaScript) await untilHydrated(page);
  const open = () => page.getByText('Follow the news in a feed reader').click();
  const address = () => page.locator('link[rel=alternate]').getAttribute('href');
  expect(await page.locator('link[rel=alternate]').count()).toBe(0);
  await open();
  await page.getByRole('button', { name: 'Create a private address' }).click();
  await page.getByText('Your feed has a new address.').waitFor();
  const first = (await address())!;
  const read = (url: string) => fetch(url.replace('localhost', '127.0.0.1'));
  expect((await read(first)).headers.get('content-type')).toContain('application/atom+xml');
  if (!javaScript) await open();
  await page.getByRole('button', { name: 'Create a new address' }).click();
  await expect.poll(address).not.toBe(first);
  const second = (await address())!;
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
  if (!javaScript) await open();
  await page.getByRole('button', { name: 'Delete this address' }).click();
  await page.getByText('Your feed address no longer works.').waitFor();
  expect((await read(second)).status).toBe(404);
  expect(pathOf(page)).toBe('/news');
});
