import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { getOrder } from '#contracts/shop/orders.ts';
import { queueMail } from '#features/messages/mail/queue-mail.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { sealAudit } from '#platform/audit/seal-audit.ts';
import type { Sql } from '#platform/db/client.ts';
import { sealTransfers } from '#platform/ledger/chain/seal-transfers.ts';
import { authorization, metrics_token, readMetric as read, scrape } from '#tests/support/metrics.ts';
import { createTestShop } from '#tests/support/shop.ts';

const shop = await createTestShop({ metrics_token });
test('without METRICS_TOKEN there is no such address', async () => {
  const closed = await createTestShop();
  expect((await scrape(closed, { authorization })).status).toBe(404);
});

test.each([
  {},
  { authorization: '' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer scrape-me-pleasf' },
  { authorization: `Basic ${metrics_token}` },
  { cookie: `facevalue=${metrics_token}` },
])('whoever does not send the token reads nothing: %j', async (headers) => {
  const refused = await scrape(shop, headers as Record<string, string>);
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(await refused.text()).not.toContain('facevalue_');
});

test("a scraper reads Prometheus' text format, by whichever name it reaches the shop", async () => {
  const answer = await scrape(shop, { authorization }, '10.0.0.7');
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ]);
  const text = await answer.text();
  for (const line of text.split('\n').filter(Boolean))
    expect(line).toMatch(/^(# (HELP|TYPE) [a-z0-9_]+ .+|[a-z0-9_]+(\{.*\})? -?(\d[\d.e+-]*|Nan))$/i);
  expect(text).toContain('process_resident_memory_bytes');
});

test('requests are counted by the pattern of their route; no id and no made-up name becomes a label', async () => {
  const { app } = createShop({ ctx: shop.ctx, pages: await loadPages() });
  const { token } = await shop.createUser();
  const id = randomUUID();
  const get = (path: string, init: RequestInit = {}) =>
    app.request(`http://localhost${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, cookie: `facevalue=${token}` },
    });
  for (const path of [getOrder.path.replace('{id}', id), `/api/invoices/${randomUUID()}`]) await get(path);
  for (const path of [`/orders/${id}`, `/orders/${id}.data`, '/login', `/${id}`, `/api/${id}`, `/assets/${id}.js`])
    await get(path);
  await get('/faq', { method: id.slice(0, 8).toUpperCase() });
  const counted = await read({ app }, 'facevalue_http_requests_total');
  expect(counted).toMatchObject({
    'method="GET",route="/api/invoices/:id",status="404"': 2,
    'method="GET",route="/orders/:id",status="404"': 2,
    'method="GET",route="/login",status="302"': 1,
    'method="GET",route="/api/*",status="404"': 1,
    'method="GET",route="/assets/*",status="404"': 1,
    'method="GET",route="*",status="404"': 1,
  });
  expect(Object.keys(counted).filter((labels) => labels.includes('method="other"'))).toHaveLength(1);
  const text = await (await scrape({ app }, { authorization })).text();
  expect(text).not.toContain(id.slice(0, 8));
  const times = await read({ app }, 'facevalue_http_request_duration_seconds_count');
  expect(times['method="GET",route="/api/invoices/:id"']).toBe(2);
});

test('what waits is counted: jobs, audit entries and transfers to seal, and blocks to read', async () => {
  const other = await createTestShop({ metrics_token });
  await sealAudit(other.sql, other.ctx.vault);
  expect(await read(other, 'facevalue_jobs')).toEqual({ 'state="waiting"': 0, 'state="failed"': 0 });
  await queueMail(other.sql, 'verify_email', { token_id: randomUUID() });
  await appendAudit(other.sql, { actor_id: null, action: 'test.waits', subject: '', address: '' });
  await other.createUser({ balance_cents: 1_00 });
  await other.sql`
    insert into chain_cursors (coin, identity, height, hash, tip_height, tip_hash, state, checked_at)
    values ('ETH', 'dev', 100, 'a', 103, 'b', 'following', ${other.clock.now()})`;
  other.clock.advance(7_000);
  other.ctx.sockets = { size: 3, ownerOf: () => null };
  expect(await read(other, 'facevalue_sockets')).toEqual({ '': 3 });
  expect(await read(other, 'facevalue_jobs')).toEqual({ 'state="waiting"': 1, 'state="failed"': 0 });
  expect((await read(other, 'facevalue_jobs_oldest_seconds'))['']).toBeGreaterThan(0);
  expect(await read(other, 'facevalue_audit_unsealed_entries')).toEqual({ '': 1 });
  expect(await read(other, 'facevalue_ledger_unsealed_transfers')).toEqual({ '': 1 });
  expect((await read(other, 'facevalue_ledger_unsealed_oldest_seconds'))['']).toBeGreaterThan(0);
  expect(await read(other, 'facevalue_chain_lag_blocks')).toEqual({ 'coin="ETH"': 3 });
  expect(await read(other, 'facevalue_chain_following')).toEqual({ 'coin="ETH"': 1 });
  expect(await read(other, 'facevalue_chain_checked_seconds')).toEqual({ 'coin="ETH"': 7 });
  expect(await read(other, 'facevalue_database_up')).toEqual({ '': 1 });
  expect(Object.keys(await read(other, 'facevalue_database_answer_seconds'))).toEqual([
    'pool="reads"',
    'pool="writes"',
  ]);
  expect(Object.keys(await read(other, 'facevalue_database_connections'))).not.toEqual([]);
  await sealAudit(other.sql, other.ctx.vault);
  await sealTransfers(other.sql, other.ctx.vault);
  expect(await read(other, 'facevalue_audit_unsealed_entries')).toEqual({ '': 0 });
  expect(await read(other, 'facevalue_ledger_unsealed_transfers')).toEqual({ '': 0 });
});

test('while the database is away, the process still tells of itself, and nothing of what it no longer knows', async () => {
  const lonely = await createTestShop({ metrics_token });
  expect(await read(lonely, 'facevalue_database_up')).toEqual({ '': 1 });
  await (lonely.ctx.reads as Sql).end({ timeout: 0 });
  const text = await (await scrape(lonely, { authorization })).text();
  expect(text).toMatch(/^facevalue_database_up 0$/m);
  expect(text).toMatch(/^facevalue_sockets 0$/m);
  expect(text).not.toMatch(/^facevalue_(?!http_|sockets|database_up)\w* ?[{\d]/m);
});
