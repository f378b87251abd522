import { expect, test } from 'vitest';
import * as contract from '#contracts/content/content.ts';
import { HOUR_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';

const shop = await createTestShop();
const admin = await shop.createUser({ role: 'admin' });
const reader = await shop.createUser({ active: false });

async function write(question: string, more: object = {}) {
  const body = { topic: 'Paying', question, answer: `${question} Answered.`, published_at: 'now', ...more };
  const { body: reply, status } = await shop.as(admin)(contract.faqEditor.writeText, { body });
  expect(status).toBe(201);
  return reply.data;
}

const questions = async (q?: string) =>
  (await shop.as(reader)(contract.listFaqs, { query: q === undefined ? {} : { q } })).body.data.map(
    ({ question }) => question,
  );

test('questions stand by topic and then in the order given', async () => {
  await write('Second?', { topic: 'Buying', position: 2 });
  await write('First?', { topic: 'Buying', position: 1 });
  await write('About me?', { topic: 'Account' });
  expect(await questions()).toEqual(['About me?', 'First?', 'Second?']);
});

test('a search finds what holds every word, in any case, in the question, the answer or the topic', async () => {
  await write('Which coins?', { answer: 'Litecoin and Ether, 100% of the time.' });
  expect(await questions('LITECOIN ether')).toEqual(['Which coins?']);
  expect(await questions('paying coins')).toEqual(['Which coins?']);
  expect(await questions('litecoin nothing')).toEqual([]);
  expect(await questions('100%')).toEqual(['Which coins?']);
  expect(await questions('%')).toEqual(['Which coins?']);
  expect(await questions('_')).toEqual([]);
  expect(await questions('\\')).toEqual([]);
});

test('a draft is for admins alone; publishing and taking back shows at once', async () => {
  const { id } = await write('Draft?', { published_at: null });
  expect(await questions()).not.toContain('Draft?');
  const change = (body: object) => shop.as(admin)(contract.faqEditor.changeText, { params: { id }, body });
  await change({ published_at: 'now', position: 7 });
  expect(await questions()).toContain('Draft?');
  const { body } = await shop.as(admin)(contract.faqEditor.getText, { params: { id } });
  expect(body.data).toMatchObject({ position: 7, topic: 'Paying', state: 'published' });
  await change({ published_at: null });
  expect(await questions()).not.toContain('Draft?');
});

test('a question shows from the moment that it is scheduled for until its end, and not the other way round', async () => {
  const inHours = (hours: number) => new Date(shop.clock.now().getTime() + hours * HOUR_MS).toISOString();
  const { id, state } = await write('On time?', { published_at: inHours(1), ends_at: inHours(2) });
  const states = [state];
  const seen = [await questions()];
  for (const _hour of [1, 2]) {
    shop.clock.advance(HOUR_MS);
    states.push((await shop.as(admin)(contract.faqEditor.getText, { params: { id } })).body.data.state);
    seen.push(await questions());
  }
  shop.clock.advance(-7_200_000);
  expect(states).toEqual(['scheduled', 'published', 'ended']);
  expect(seen.map((shown) => shown.includes('On time?'))).toEqual([false, true, false]);
  const body = { published_at: inHours(2), ends_at: inHours(1) };
  const { status, body: refused } = await shop.as(admin)(contract.faqEditor.changeText, { params: { id }, body });
  expect([status, Object.keys(refused.errors ?? {})]).toEqual([422, ['ends_at']]);
});

test('a text that is missing or too long, or a wrong position, is refused field by field', async () => {
  const whole = { topic: 'T', question: 'Q', answer: 'A' };
  for (const [field, value] of [
    ['topic', ''],
    ['topic', 'x'.repeat(61)],
    ['question', 'x'.repeat(301)],
    ['answer', ' \n '],
    ['answer', 'x'.repeat(4001)],
    ['position', -1],
    ['position', 1.5],
  ] as const) {
    const { status, body } = await shop.as(admin)(contract.faqEditor.writeText, { body: { ...whole, [field]: value } });
    expect([status, Object.keys(body.errors ?? {})], field).toEqual([422, [field]]);
  }
});

test('what somebody else changed meanwhile is not overwritten', async () => {
  const { id, updated_at } = await write('Race?');
  shop.clock.advance(1000);
  const change = (question: string) =>
    shop.as(admin)(contract.faqEditor.changeText, { params: { id }, body: { question, read_at: updated_at } });
  expect((await change('Mine?')).status).toBe(200);
  expect((await change('Theirs?')).status).toBe(409);
});

test('only what nobody can read is removed, and every change is audited', async () => {
  const { id } = await write('Remove?');
  const remove = () => shop.as(admin)(contract.faqEditor.removeText, { params: { id } });
  expect((await remove()).status).toBe(409);
  await shop.as(admin)(contract.faqEditor.changeText, { params: { id }, body: { published_at: null } });
  expect((await remove()).status).toBe(204);
  expect((await remove()).status).toBe(404);
  const entries = await shop.sql<{ actor_id: string; action: string }[]>`
    select actor_id, action from audit_entries where subject = ${id} order by id`;
  expect(entries.map(({ actor_id, action }) => [actor_id, action])).toEqual(
    ['faq.written', 'faq.changed', 'faq.removed'].map((action) => [admin.id, action]),
  );
});

test('a question is read and found in the language of its reader, with its answer as Markdown', async () => {
  const translations = { de: { topic: 'Zahlen', question: 'Welche Münzen?', answer: 'Nur **Bitcoin**.' } };
  await write('Which bitcoins?', { translations });
  const search = async (q: string, language: string) => {
    const headers = { 'accept-language': language };
    const { body } = await shop.request(contract.listFaqs, { token: reader.token, query: { q }, headers });
    return body.data.map(({ question, answer_html, locale }) => [question, answer_html, locale]);
  };
  expect(await search('Münzen', 'de')).toEqual([['Welche Münzen?', '<p>Nur <strong>Bitcoin</strong>.</p>', 'de']]);
  expect(await search('Münzen', 'en')).toEqual([]);
});

test('while somebody writes, the questions that share most with it are suggested, in their language, and nothing of it stays', async () => {
  const german = {
    topic: 'Codes',
    question: 'Mein Code funktioniert nicht',
    answer: 'Melden Sie die Karte als defekt.',
  };
  await write('My code does not work', {
    topic: 'Codes',
    answer: 'Report the card as faulty; we ask its issuer.',
    translations: { de: german },
  });
  await write('How do returns work?', { topic: 'Returns', answer: 'Within 14 days, while nobody saw the code.' });
  await write('How long does a payment take?', { topic: 'Payments', answer: 'Ten minutes, with a code or without.' });
  await write('Not out yet about codes', { published_at: null });
  const suggested = async (text: string, who = reader) =>
    (await shop.as(who)(contract.suggestFaqs, { body: { text } })).body.data.map(({ question }) => question);
  expect((await suggested('Hello, the codes are not working, canary-of-writing'))[0]).toBe('My code does not work');
  expect((await suggested('I want to return a card'))[0]).toBe('How do returns work?');
  expect(await suggested('My code is 4012888888881881 and the code fails')).not.toContain('Not out yet about codes');
  // One word that only an answer has is chance, and words that every text has are none.
  expect(await suggested('minutes')).toEqual([]);
  expect(await suggested('how is it and what is the')).toEqual([]);
  for (const nothing of ['', '%', "' & !", '\\']) expect(await suggested(nothing)).toEqual([]);
  const deutsch = await shop.createUser();
  await shop.sql`update users set locale = 'de' where id = ${deutsch.id}`;
  expect((await suggested('Die Codes funktionieren leider nicht', deutsch))[0]).toBe('Mein Code funktioniert nicht');
  expect((await shop.as(reader)(contract.suggestFaqs, { body: { text: 'x'.repeat(2001) } })).status).toBe(422);
  expect((await shop.as(null)(contract.suggestFaqs, { body: { text: 'code' } })).status).toBe(401);
  const tables = await shop.sql<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public'`;
  for (const { name } of tables) {
    const found = await shop.sql`select from ${shop.sql(name)} t where to_jsonb(t)::text like '%canary-of-writing%'`;
    expect([name, found.length]).toEqual([name, 0]);
  }
});
