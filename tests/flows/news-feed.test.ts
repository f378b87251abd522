import { expect, test } from 'vitest';
import { xml2js } from 'xml-js';
import * as contract from '#contracts/content/content.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { altered } from '#tests/support/altered.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';

const shop = await createTestShop({ public_url: 'http://localhost' });
const admin = await shop.createUser({ role: 'admin' });

async function openFeed(user: TestUser): Promise<string> {
  const { body } = await shop.as(user)(contract.openNewsFeed);
  return body.data.url!;
}

const get = (url: string) => shop.app.request(url);

interface Node {
  name?: string;
  attributes?: Record<string, string>;
  elements?: Node[];
  text?: string;
  cdata?: string;
}

const textOf = (node: Node | undefined): string =>
  node?.text ?? node?.cdata ?? (node?.elements ?? []).map(textOf).join('');
const all = (node: Node | undefined, name: string) => (node?.elements ?? []).filter((child) => child.name === name);

async function read(url: string): Promise<Node> {
  const response = await get(url);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const document = xml2js(await response.text()) as Node;
  return document.elements!.find(({ name }) => name === 'feed')!;
}

async function write(title: string, content: string) {
  const { body } = await shop.as(admin)(contract.newsEditor.writeText, {
    body: { title, content, published_at: 'now' },
  });
  shop.clock.advance(1000);
  return body.data;
}

test('a feed has what Atom asks for: ids, dates, an author, its own address, absolute links', async () => {
  const { id } = await write('Opening', 'See [the cards](/cards?sort=price&q="x") and [help](https://example.org/).');
  await shop.as(admin)(contract.newsEditor.writeText, { body: { title: 'Draft', content: 'Draft' } });
  const user = await shop.createUser();
  const url = await openFeed(user);
  const feed = await read(url);
  expect(feed.attributes?.xmlns).toBe('http://www.w3.org/2005/Atom');
  for (const name of ['id', 'title', 'updated']) expect(all(feed, name), name).toHaveLength(1);
  expect(textOf(all(all(feed, 'author')[0], 'name')[0])).toBe('Facevalue');
  const links = all(feed, 'link').map(({ attributes }) => [attributes?.rel, attributes?.href]);
  expect(links).toEqual([
    ['alternate', 'http://localhost/news'],
    ['self', url],
  ]);
  expect(all(feed, 'entry')).toHaveLength(1);
  const [entry] = all(feed, 'entry');
  expect(textOf(all(entry, 'id')[0])).toBe(`urn:uuid:${id}`);
  expect(all(entry, 'link')[0]?.attributes?.href).toBe(`http://localhost/news/${id}`);
  for (const name of ['updated', 'published'])
    expect(Number.isNaN(Date.parse(textOf(all(entry, name)[0])))).toBe(false);
  expect(textOf(all(entry, 'content')[0])).toBe(
    '<p>See <a href="http://localhost/cards?sort=price&amp;q=%22x%22">the cards</a> and <a href="https://example.org/">help</a>.</p>',
  );
});

test('what is written is text in the feed, and can neither end its section nor break its XML', async () => {
  const hostile = '<script>alert(1)</script> ]]> & "q" \ufffe';
  await write(hostile, hostile);
  const [entry] = all(await read(await openFeed(await shop.createUser())), 'entry');
  expect(textOf(all(entry, 'title')[0])).toBe('&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt; &amp; "q" ');
  expect(textOf(all(entry, 'content')[0])).not.toContain('<script');
});

test('an address works for one user, until it is renewed, ended, or its user is disabled', async () => {
  const user = await shop.createUser();
  expect((await shop.as(user)(contract.getNewsFeed)).body.data.url).toBeNull();
  const first = await openFeed(user);
  expect((await shop.as(user)(contract.getNewsFeed)).body.data.url).toBe(first);
  const second = await openFeed(user);
  expect(second).not.toBe(first);
  expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200]);
  await shop.sql`update users set disabled_at = now() where id = ${user.id}`;
  expect((await get(second)).status).toBe(404);
  await shop.sql`update users set disabled_at = null where id = ${user.id}`;
  expect((await shop.as(user)(contract.closeNewsFeed)).status).toBe(204);
  expect((await get(second)).status).toBe(404);
  expect((await shop.as(user)(contract.getNewsFeed)).body.data.url).toBeNull();
});

test('an address can not be made up, and is neither logged nor stored', async () => {
  const url = await openFeed(await shop.createUser());
  const [id, mac] = url.split('=').at(-1)!.split('.') as [string, string];
  for (const token of [`${id}.${altered(mac)}`, `${id}.`, id, '', `${id}.${mac}x`])
    expect((await get(`http://localhost/feeds/news?token=${token}`)).status).toBe(404);
  await get(url);
  const [stored] = await shop.sql`select * from news_feeds where id = ${id}`;
  expect(JSON.stringify(stored) + shop.logged.join('')).not.toContain(mac);
});

test('a feed speaks the language of its user, and leaves out what has ended', async () => {
  const user = await shop.createUser();
  await shop.sql`update users set locale = 'de' where id = ${user.id}`;
  const translations = { de: { title: 'Eröffnung', content: 'Wir öffnen.' } };
  const soon = new Date(shop.clock.now().getTime() + MINUTE_MS).toISOString();
  await shop.as(admin)(contract.newsEditor.writeText, {
    body: { title: 'Opening', content: 'We open.', translations, published_at: 'now', ends_at: soon },
  });
  const url = await openFeed(user);
  const titles = async () => all(await read(url), 'entry').map((entry) => textOf(all(entry, 'title')[0]));
  expect((await titles())[0]).toBe('Eröffnung');
  shop.clock.advance(MINUTE_MS);
  expect(await titles()).not.toContain('Eröffnung');
});
