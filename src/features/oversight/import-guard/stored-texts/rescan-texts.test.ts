import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { legalEditor, newsEditor } from '#contracts/content/content.ts';
import { createTicket, getTicket } from '#contracts/desk/support.ts';
import { contentSources } from '#features/content/text-sources.ts';
import { commentSource } from '#features/desk/support/comment-source.ts';
import { brandSource } from '#features/shop/brands/brand-source.ts';
import { programmeSource } from '#features/supply/programmes/programme-source.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import type { TextSource } from '../../../feature.ts';
import { rescanTexts } from './rescan-texts.ts';

const shop = await createTestShop();
const { ctx, sql } = shop;
const rescan = rescanTexts([commentSource, ...contentSources, brandSource, programmeSource]);

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
  expect(scans.map(({ source }) => source)).toEqual([
    'brands',
    'faqs',
    'legal_texts',
    'news',
    'notices',
    'programmes',
    'ticket_comments',
  ]);
});

test('a reading that was broken off goes on behind the last text it read', async () => {
  const buyer = await shop.createUser();
  const ticket = { category: 'account', subject: 'Hello', body: 'Hello.', reference: null };
  await shop.as(buyer)(createTicket, { body: ticket });
  const [last] = await sql<{ id: string }[]>`select id from ticket_comments order by id desc limit 1`;
  await sql`
    update text_scans set completed_at = null, after = ${last!.id}, scanned = 7, found = 0
    where source = 'ticket_comments'`;
  await rescan(ctx);
  const [scan] =
    await sql`select scanned, completed_at is not null as done from text_scans where source = 'ticket_comments'`;
  expect(scan).toMatchObject({ scanned: 7, done: true });
});

test('what is written about brands and programmes, and legal texts, are read again, too', async () => {
  const publisher = await shop.createUser({ role: 'admin', duties: ['publisher'] });
  const body = { kind: 'terms', locale: 'en', content: 'Text' } as const;
  await shop.as(publisher)(legalEditor.writeText, { body });
  await addCards(shop, { count: 1 });
  await sql`delete from text_scans`;
  await sql`update legal_texts set content = 'fu11z, 20$ each'`;
  await sql`update programmes set redemption_text = 'fu11z, 20$ each'`;
  await sql`update brands set about = 'fu11z, 20$ each'`;
  await rescan(ctx);
  const alerts = await sql<
    { subject: string }[]
  >`select subject from alerts where kind = 'guard.stored_texts' order by subject`;
  expect(alerts.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['brands', 'legal_texts', 'programmes']));
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

test('a sweep that has read for half a minute stops, and the next one goes on behind it', async () => {
  const rows = Array.from({ length: 500 }, () => ({ id: randomUUID(), text: 'Hello' })).sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  const read: number[] = [];
  const slow: TextSource = {
    name: 'slow',
    async read(_sql, { after, limit }) {
      shop.clock.advance(30_000);
      const page = rows.filter(({ id }) => after === null || id > after).slice(0, limit);
      read.push(page.length);
      return page;
    },
  };
  for (const pages of [[200], [200, 200], [200, 200, 100], [200, 200, 100]]) {
    await rescanTexts([slow])(ctx);
    expect(read).toEqual(pages);
  }
});
