import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as contract from '#contracts/content/content.ts';
import type { FieldChange } from '#contracts/content/editor-calls.ts';
import { createTestShop } from '#tests/support/shop.ts';

const shop = await createTestShop();
const anna = await shop.createUser({ role: 'admin', duties: ['publisher'] });
const ben = await shop.createUser({ role: 'admin', duties: ['publisher'] });
const { newsEditor, faqEditor, legalEditor, noticeEditor } = contract;

async function write(more: object = {}) {
  const body = { title: 'Opening', content: 'We open on Monday.', ...more };
  const { body: reply } = await shop.as(anna)(newsEditor.writeText, { body });
  shop.clock.advance(1000);
  return reply.data;
}

async function change(id: string, body: object, who = ben) {
  const answer = await shop.as(who)(newsEditor.changeText, { params: { id }, body });
  shop.clock.advance(1000);
  return answer;
}

const versionsOf = async (id: string) => (await shop.as(ben)(newsEditor.listVersions, { params: { id } })).body.data;

/** A comparison in one line: `same [-removed-] {+added+}`. */
const inOneLine = ({ parts }: FieldChange) =>
  parts.map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`)).join('');

test('every save is a version that says who changed what; one that changes nothing is none', async () => {
  const { id } = await write();
  await change(id, { content: 'We open on Tuesday.', published_at: 'now' });
  await change(id, { content: 'We open on Tuesday.' });
  const [second, first, ...rest] = await versionsOf(id);
  expect(rest).toEqual([]);
  expect(first).toMatchObject({ saved_by: { id: anna.id, username: anna.username } });
  expect(second).toMatchObject({ saved_by: { id: ben.id }, fields: ['content', 'published_at'] });
  const { body } = await shop.as(ben)(newsEditor.getVersion, { params: { id, version_id: second!.id } });
  expect(body.data).toMatchObject({ against: { id: first!.id }, is_latest: true });
  const content = body.data.changes.find(({ field }) => field === 'content');
  expect(inOneLine(content!)).toBe('We open on [-Monday-]{+Tuesday+}.');
});

test('the words of another language are compared on their own', async () => {
  const { id } = await write({ translations: { de: { title: 'Start', content: 'Wir beginnen am Montag.' } } });
  await change(id, { translations: { de: { title: 'Start', content: 'Wir beginnen am Dienstag.' } } });
  const [{ id: version_id } = { id: '' }] = await versionsOf(id);
  const { body } = await shop.as(ben)(newsEditor.getVersion, { params: { id, version_id } });
  expect(body.data.changes.map((one) => [one.locale, one.field, inOneLine(one)])).toEqual([
    ['de', 'content', 'Wir beginnen am [-Montag-]{+Dienstag+}.'],
  ]);
});

test('a restored version is a new one: its words come back, not the time at which it showed', async () => {
  const { id } = await write();
  const { body: changed } = await change(id, { content: 'We never open.', published_at: 'now' });
  const [, first] = await versionsOf(id);
  const params = { id, version_id: first!.id };
  const { body: shown } = await shop.as(ben)(newsEditor.getVersion, { params, query: { against: 'latest' } });
  expect(shown.data.is_latest).toBe(false);
  expect(shown.data.changes.map(({ field }) => field)).toContain('content');
  const restore = (read_at: string) => shop.as(anna)(newsEditor.restoreVersion, { params, body: { read_at } });
  expect((await restore('2020-01-01T00:00:00.000Z')).status).toBe(409);
  const { status, body } = await restore(changed.data.updated_at);
  expect([status, body.data.content, body.data.state]).toEqual([201, 'We open on Monday.', 'published']);
  expect((await versionsOf(id)).map(({ fields }) => fields.includes('content'))).toEqual([true, true, true]);
  const entries = await shop.sql`select details from audit_entries where subject = ${id} and action = 'news.restored'`;
  expect(entries).toEqual([{ details: { version_id: first!.id, of: id } }]);
});

test('a version can be neither rewritten nor removed by the shop, and stays when its text goes', async () => {
  const { id } = await write();
  const { sql } = shop;
  const own = shop.ctx.sql;
  for (const [path, word] of [
    ['title', 'Closing'],
    ['published_at', '2020-01-01T00:00:00Z'],
    ['translations', { de: { title: 'Zu' } }],
  ] as const) {
    const change = sql.json({ [path]: word } as never);
    await expect(own`update content_versions set fields = fields || ${change} where text_id = ${id}`).rejects.toThrow(
      'emptied',
    );
  }
  await expect(own`update content_versions set text_id = id where text_id = ${id}`).rejects.toThrow('permission');
  await expect(own`delete from content_versions where text_id = ${id}`).rejects.toThrow('permission');
  await shop.as(anna)(newsEditor.removeText, { params: { id } });
  const [version] = await versionsOf(id);
  expect(version).toBeDefined();
  const params = { id, version_id: version!.id };
  expect((await shop.as(anna)(newsEditor.restoreVersion, { params, body: {} })).status).toBe(404);
});

test('versions of another text, of another kind, or of none, are not found', async () => {
  const [one, other] = [await write(), await write()];
  const [{ id: version_id } = { id: '' }] = await versionsOf(other.id);
  const params = { id: one.id, version_id };
  expect((await shop.as(ben)(newsEditor.getVersion, { params })).status).toBe(404);
  expect((await shop.as(ben)(newsEditor.restoreVersion, { params, body: {} })).status).toBe(404);
  expect((await shop.as(ben)(faqEditor.listVersions, { params: { id: one.id } })).status).toBe(404);
  expect((await shop.as(ben)(noticeEditor.listVersions, { params: { id: randomUUID() } })).status).toBe(404);
});

test('a refused save is told what somebody else changed in the meantime', async () => {
  const { id, updated_at } = await write();
  expect((await change(id, { content: 'We open on Tuesday.', read_at: updated_at }, anna)).status).toBe(200);
  expect((await change(id, { content: 'We open at noon.', read_at: updated_at })).status).toBe(409);
  const compare = (since: string) => shop.as(ben)(newsEditor.compareText, { params: { id }, query: { since } });
  const { body } = await compare(updated_at);
  expect([body.data.saved_by?.id, body.data.changes.map(inOneLine)]).toEqual([
    anna.id,
    ['We open on [-Monday-]{+Tuesday+}.'],
  ]);
  expect((await compare(body.data.saved_at)).body.data.changes).toEqual([]);
  const unknown = { params: { id: randomUUID() }, query: { since: updated_at } };
  expect((await shop.as(ben)(newsEditor.compareText, unknown)).status).toBe(404);
});

test('legal texts follow each other in one series, and a restored one becomes a draft', async () => {
  const publish = async (content: string, locale = 'en') => {
    const body = { kind: 'privacy' as const, locale, content, published_at: 'now' as const };
    const { body: reply } = await shop.as(anna)(legalEditor.writeText, { body });
    shop.clock.advance(1000);
    return reply.data;
  };
  const first = await publish('We store your name.');
  await publish('Wir speichern Ihren Namen.', 'de');
  const second = await publish('We store your address.');
  const { body } = await shop.as(ben)(legalEditor.listVersions, { params: { id: second.id } });
  expect(body.data.map(({ text_id }) => text_id)).toEqual([second.id, first.id]);
  const params = { id: second.id, version_id: body.data[1]!.id };
  const { body: restored, status } = await shop.as(ben)(legalEditor.restoreVersion, { params, body: {} });
  expect([status, restored.data.state, restored.data.content]).toEqual([201, 'draft', 'We store your name.']);
  expect(restored.data.id).not.toBe(first.id);
});

test('whoever is no publisher restores nothing, and buyers read no versions', async () => {
  const { id } = await write();
  const [{ id: version_id } = { id: '' }] = await versionsOf(id);
  const support = shop.as(await shop.createUser({ role: 'admin', duties: ['support'] }));
  expect((await support(newsEditor.restoreVersion, { params: { id, version_id }, body: {} })).status).toBe(403);
  const buyer = shop.as(await shop.createUser());
  expect((await buyer(newsEditor.listVersions, { params: { id } })).status).toBe(403);
});

test('a long text that changed throughout is compared as a whole', async () => {
  const words = (one: string) =>
    Array.from({ length: 1500 }, (_, at) => `${one}${at}`)
      .join(' ')
      .slice(0, 8000);
  const { id } = await write({ content: words('a') });
  await change(id, { content: words('b') });
  const [{ id: version_id } = { id: '' }] = await versionsOf(id);
  const { body } = await shop.as(ben)(newsEditor.getVersion, { params: { id, version_id } });
  expect(body.data.changes[0]?.parts.map(({ kind }) => kind).length).toBeGreaterThan(1);
});
