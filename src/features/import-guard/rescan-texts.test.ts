import { expect, test } from 'vitest';
import { newsEditor } from '#contracts/content.ts';
import { createTicket, getTicket } from '#contracts/support.ts';
import { contentSources } from '#features/content/text-sources.ts';
import { commentSource } from '#features/support/comment-source.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { rescanTexts } from './rescan-texts.ts';

const shop = await createTestShop();
const { ctx, sql } = shop;
const rescan = rescanTexts([commentSource, ...contentSources]);

test('texts that an earlier guard let in are held, raise an alert, and are read once', async () => {
  const buyer = await shop.createUser();
  const publisher = await shop.createUser({ role: 'admin', duties: ['publisher'] });
  const ticket = { category: 'account', subject: 'Hello', body: 'Hello.', reference: null };
  const { body: opened } = await shop.as(buyer)(createTicket, { body: ticket });
  const { body: news } = await shop.as(publisher)(newsEditor.writeText, { body: { title: 'New', content: 'Text' } });
  await sql`update ticket_comments set body = 'take 94012888888881881' where ticket_id = ${opened.data.id}`;
  await sql`update news set content = 'fu11z, 20$ each' where id = ${news.data.id}`;
  await rescan(ctx);
  const { body } = await shop.as(buyer)(getTicket, { params: { id: opened.data.id } });
  expect(body.data.comments).toMatchObject([{ review: 'waiting', body: 'take [17 digits]' }]);
  const alerts = await sql`select subject, details from alerts where kind = 'guard.stored_texts' order by subject`;
  expect(alerts).toMatchObject([
    { subject: 'news', details: { texts: 1, first_id: news.data.id } },
    { subject: 'ticket_comments', details: { texts: 1 } },
  ]);
  expect(await sql`select from news where id = ${news.data.id} and content <> ''`).toHaveLength(1);
  await rescan(ctx);
  const scans = await sql`select source from text_scans where completed_at is not null and found <= 1 order by source`;
  expect(scans.map(({ source }) => source)).toEqual(['faqs', 'news', 'notices', 'ticket_comments']);
});

test('a reading that was broken off goes on behind the last text it read', async () => {
  const buyer = await shop.createUser();
  const ticket = { category: 'account', subject: 'Hello', body: 'Hello.', reference: null };
  await shop.as(buyer)(createTicket, { body: ticket });
  const [last] = await sql<{ id: string }[]>`select id from ticket_comments order by id desc limit 1`;
  await sql`update text_scans set completed_at = null, after = ${last!.id}, scanned = 7, found = 0 where source = 'ticket_comments'`;
  await rescan(ctx);
  const [scan] =
    await sql`select scanned, completed_at is not null as done from text_scans where source = 'ticket_comments'`;
  expect(scan).toMatchObject({ scanned: 7, done: true });
});

test('an earlier version with words that are refused today is not restored', async () => {
  const publisher = await shop.createUser({ role: 'admin', duties: ['publisher'] });
  const as = shop.as(publisher);
  const { body: news } = await as(newsEditor.writeText, { body: { title: 'New', content: 'Text' } });
  const { id } = news.data;
  await sql`update news set content = 'visa 4012888888881881', updated_at = now() where id = ${id}`;
  const { body } = await as(newsEditor.listVersions, { params: { id } });
  const restored = await as(newsEditor.restoreVersion, { params: { id, version_id: body.data[0]!.id }, body: {} });
  expect([restored.status, Object.keys(restored.body.errors ?? {})]).toEqual([422, ['content']]);
});
