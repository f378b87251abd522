import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as contract from '#contracts/content/content.ts';
import { HOUR_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';

const shop = await createTestShop();
const admin = await shop.createUser({ role: 'admin' });
const reader = await shop.createUser();

async function write(title: string, more: object = {}) {
  const body = { title, content: `# ${title}\n\nSome *text*.`, published_at: 'now' as const, ...more };
  const { body: reply, status } = await shop.as(admin)(contract.newsEditor.writeText, { body });
  expect(status).toBe(201);
  shop.clock.advance(1000);
  return reply.data;
}

const later = (ms: number) => new Date(shop.clock.now().getTime() + ms).toISOString();
const titles = async () => (await shop.as(reader)(contract.listNews)).body.data.map(({ title }) => title);

test('an item is read as written and as HTML, in the list and by its own address', async () => {
  const { id } = await write('Opening');
  const { body } = await shop.as(reader)(contract.getNews, { params: { id } });
  expect(body.data).toMatchObject({
    title: 'Opening',
    content: '# Opening\n\nSome *text*.',
    content_html: '<h3>Opening</h3>\n<p>Some <em>text</em>.</p>',
  });
  expect((await shop.as(reader)(contract.listNews)).body.data[0]).toEqual(body.data);
});

test('the list has pages, newest first', async () => {
  for (let i = 0; i < 12; i++) await write(`Number ${i}`);
  const second = await shop.as(reader)(contract.listNews, { query: { page: '2' } as never });
  expect(second.body.meta).toMatchObject({ current_page: 2, per_page: 10, from: 11 });
  expect((await titles())[0]).toBe('Number 11');
});

test('drafts and what is to come are for admins alone; publishing and taking back shows at once', async () => {
  const draft = await write('Draft', { published_at: null });
  const soon = await write('Soon', { published_at: later(HOUR_MS) });
  expect([draft.state, soon.state]).toEqual(['draft', 'scheduled']);
  for (const id of [draft.id, soon.id, randomUUID()])
    expect((await shop.as(reader)(contract.getNews, { params: { id } })).status).toBe(404);
  expect(await titles()).not.toContain('Draft');
  const { body } = await shop.as(admin)(contract.newsEditor.listTexts);
  expect(body.data.slice(0, 2).map(({ title }) => title)).toEqual(['Draft', 'Soon']);
  shop.clock.advance(HOUR_MS);
  expect((await titles())[0]).toBe('Soon');
  const change = (published_at: 'now' | null) =>
    shop.as(admin)(contract.newsEditor.changeText, { params: { id: draft.id }, body: { published_at } });
  expect((await change('now')).body.data.state).toBe('published');
  expect((await titles())[0]).toBe('Draft');
  expect((await change(null)).body.data.state).toBe('draft');
  expect((await titles())[0]).toBe('Soon');
});

test('staff sorts the list by state or by the last change, and by nothing else', async () => {
  const old = await write('Old');
  const draft = await write('Unfinished', { published_at: null });
  await shop.as(admin)(contract.newsEditor.changeText, { params: { id: old.id }, body: { title: 'Changed' } });
  const sorted = (sort: string) => shop.as(admin)(contract.newsEditor.listTexts, { query: { sort } as never });
  const states = async (sort: string) => (await sorted(sort)).body.data.map(({ state }) => state);
  expect(await states('state')).toEqual((await states('state')).toSorted());
  expect(await states('-state')).toEqual((await states('state')).toReversed());
  const last = (await sorted('-updated_at')).body.data.slice(0, 2).map(({ id }) => id);
  expect(last).toEqual([old.id, draft.id]);
  const first = (await sorted('updated_at')).body.data.map(({ updated_at }) => updated_at);
  expect(first).toEqual(first.toSorted());
  expect((await sorted('content')).status).toBe(422);
});

test('news are unread until the reader says so; older ones than the account are not', async () => {
  await write('Before');
  shop.clock.advance(HOUR_MS);
  const newcomer = await shop.createUser();
  await shop.sql`update users set created_at = ${shop.clock.now()} where id = ${newcomer.id}`;
  shop.clock.advance(1000);
  await write('After');
  const unread = async () =>
    (await shop.as(newcomer)(contract.listNews)).body.data.filter((item) => item.unread).map(({ title }) => title);
  expect(await unread()).toEqual(['After']);
  expect((await shop.as(newcomer)(contract.readNews)).status).toBe(204);
  expect(await unread()).toEqual([]);
  shop.clock.advance(1000);
  await write('Later');
  expect(await unread()).toEqual(['Later']);
});

test('texts that are missing, too long or hold control characters are refused field by field', async () => {
  const send = (body: object) =>
    shop.as(admin)(contract.newsEditor.writeText, { body: { title: 'T', content: 'C', ...body } });
  for (const [field, value] of [
    ['title', ' '],
    ['title', 'x'.repeat(201)],
    ['title', 'two\nlines'],
    ['content', ''],
    ['content', 'x'.repeat(8001)],
    ['content', 'bell\u0007'],
    ['published_at', 'tomorrow'],
  ] as const) {
    const { status, body } = await send({ [field]: value });
    expect([status, Object.keys(body.errors ?? {})], `${field} ${value.slice(0, 20)}`).toEqual([422, [field]]);
  }
  expect((await send({ content: 'one\r\ntwo\rthree' })).body.data.content).toBe('one\ntwo\nthree');
});

test('`now` is a moment where one is asked for, and a word elsewhere', async () => {
  const { title, content, published_at } = await write('now', { content: 'now' });
  expect([title, content, Date.parse(published_at!)]).toEqual(['now', 'now', shop.clock.now().getTime() - 1000]);
});

test('what somebody else changed meanwhile is not overwritten', async () => {
  const { id, updated_at } = await write('Race');
  const change = (title: string) =>
    shop.as(admin)(contract.newsEditor.changeText, { params: { id }, body: { title, read_at: updated_at } });
  expect((await change('Mine')).status).toBe(200);
  expect((await change('Theirs')).status).toBe(409);
});

test('only what nobody can read is removed, and every change is audited', async () => {
  const { id } = await write('Remove');
  const remove = () => shop.as(admin)(contract.newsEditor.removeText, { params: { id } });
  expect((await remove()).status).toBe(409);
  await shop.as(admin)(contract.newsEditor.changeText, { params: { id }, body: { published_at: null } });
  expect((await remove()).status).toBe(204);
  expect((await remove()).status).toBe(404);
  const entries = await shop.sql<{ actor_id: string; action: string }[]>`
    select actor_id, action from audit_entries where subject = ${id} order by id`;
  expect(entries.map(({ actor_id, action }) => [actor_id, action])).toEqual(
    ['news.written', 'news.changed', 'news.removed'].map((action) => [admin.id, action]),
  );
});

test('a reader gets their own language, or the default where it is missing, and is told which', async () => {
  const translations = { de: { title: 'Eröffnung', content: 'Wir *öffnen*.' } };
  const { id } = await write('In two languages', { translations });
  const english = await write('In one language');
  const read = async (which: string, language: string) => {
    const headers = { 'accept-language': language };
    const { body } = await shop.request(contract.getNews, { params: { id: which }, token: reader.token, headers });
    return [body.data.title, body.data.locale, body.data.content_html];
  };
  expect(await read(id, 'de')).toEqual(['Eröffnung', 'de', '<p>Wir <em>öffnen</em>.</p>']);
  expect((await read(id, 'en')).slice(0, 2)).toEqual(['In two languages', 'en']);
  expect((await read(english.id, 'de')).slice(0, 2)).toEqual(['In one language', 'en']);
});

test('a translation that is not whole, too long or in no language is refused', async () => {
  const whole = { title: 'Titel', content: 'Inhalt' };
  for (const translations of [
    { de: { title: 'Titel' } },
    { de: { ...whole, title: '' } },
    { de: { ...whole, content: 'x'.repeat(8001) } },
    { German: whole },
    { de: { ...whole, content: '4111 1111 1111 1111' } },
  ]) {
    const body = { title: 'T', content: 'C', translations: translations as never };
    const { status, body: reply } = await shop.as(admin)(contract.newsEditor.writeText, { body });
    expect([status, Object.keys(reply.errors ?? {})], JSON.stringify(translations).slice(0, 60)).toEqual([
      422,
      ['translations'],
    ]);
  }
});

test('what has ended is listed for staff alone, and an end before the start is refused', async () => {
  const { id } = await write('For an hour', { ends_at: later(HOUR_MS) });
  expect((await titles())[0]).toBe('For an hour');
  shop.clock.advance(HOUR_MS);
  expect(await titles()).not.toContain('For an hour');
  expect((await shop.as(reader)(contract.getNews, { params: { id } })).status).toBe(404);
  const { body } = await shop.as(admin)(contract.newsEditor.getText, { params: { id } });
  expect(body.data.state).toBe('ended');
  const wrong = { title: 'T', content: 'C', published_at: later(HOUR_MS), ends_at: later(0) };
  const refused = await shop.as(admin)(contract.newsEditor.writeText, { body: wrong });
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['ends_at']]);
});
