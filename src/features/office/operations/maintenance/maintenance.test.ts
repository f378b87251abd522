import { expect, test, vi } from 'vitest';
import { run as command } from '#cli/maintenance.ts';
import { openNewsFeed } from '#contracts/content/content.ts';
import { getAuthStatus } from '#contracts/identity/auth.ts';
import { endMaintenance, getMaintenance, startMaintenance } from '#contracts/office/operations.ts';
import { listOrders } from '#contracts/shop/orders.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { createMaintenance } from './create-maintenance.ts';
import { listenForMaintenance } from './listen-for-maintenance.ts';

const shop = await createTestShop({}, { maintenance: true });
const other = await listenForMaintenance(shop.sql, shop.ctx);
const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
const buyer = await shop.createUser();
const messages = { en: 'New shelves.', de: 'Neue Regale.' };
const closed = () => shop.ctx.maintenance.closure() !== null;
const close = (body: { messages: Record<string, string>; minutes: number | null }) =>
  shop.as(approver)(startMaintenance, { body });

test('the switch closes every process to all but admins, in the language of the reader, until the end that was announced', async () => {
  expect((await close({ messages, minutes: 10 })).body.data).toMatchObject({
    forced: false,
    closed: true,
    last: { messages, started_by: { id: approver.id }, ended_at: null },
  });
  await expect.poll(closed).toBe(true);
  await expect.poll(() => other.closure()?.messages).toEqual(messages);
  const refused = await shop.as(buyer)(listOrders);
  expect([refused.status, refused.body.message]).toEqual([503, 'The shop is closed for maintenance: New shelves.']);
  expect(refused.headers.get('retry-after')).toBe('600');
  const german = await shop.request(listOrders, { token: buyer.token, headers: { 'accept-language': 'de' } });
  expect(german.body.message).toContain('Neue Regale.');
  expect((await shop.as(approver)(listOrders)).status).toBe(200);
  expect((await shop.as(null)(getAuthStatus)).status).toBe(200);
  const feed = new URL((await shop.as(approver)(openNewsFeed)).body.data.url ?? '', 'http://localhost');
  expect((await shop.app.request(feed)).headers.get('retry-after')).toBe('600');
  shop.clock.advance(10 * MINUTE_MS);
  expect((await shop.as(buyer)(listOrders)).status).toBe(200);
  await shop.refresh(approver);
  expect((await shop.as(approver)(getMaintenance)).body.data).toMatchObject({
    closed: false,
    last: { ended_at: expect.any(String) },
  });
  expect((await shop.as(approver)(endMaintenance)).status).toBe(409);
});

test('who closed the shop can change the message and opens it again, and both are audited', async () => {
  await close({ messages: {}, minutes: null });
  await expect.poll(closed).toBe(true);
  const { headers, body } = await shop.as(buyer)(listOrders);
  expect([headers.get('retry-after'), body.message]).toEqual(['60', 'The shop is closed for maintenance.']);
  await close({ messages, minutes: null });
  await expect.poll(() => shop.ctx.maintenance.closure()?.messages).toEqual(messages);
  expect((await shop.as(approver)(endMaintenance)).body.data).toMatchObject({ closed: false });
  await expect.poll(closed).toBe(false);
  expect((await shop.as(approver)(endMaintenance)).status).toBe(409);
  const audited = await shop.sql`
    select action, actor_id from audit_entries where subject = 'maintenance' order by id desc limit 2`;
  expect(audited).toEqual([
    { action: 'maintenance.ended', actor_id: approver.id },
    { action: 'maintenance.started', actor_id: approver.id },
  ]);
});

test('only an admin with the duty approver and a fresh factor may switch', async () => {
  const support = await shop.createUser({ role: 'admin', duties: ['support'] });
  const body = { messages, minutes: 5 };
  expect((await shop.as(null)(startMaintenance, { body })).status).toBe(401);
  expect((await shop.as(buyer)(startMaintenance, { body })).status).toBe(403);
  expect((await shop.as(support)(startMaintenance, { body })).status).toBe(403);
  expect((await shop.as(support)(endMaintenance)).status).toBe(403);
  expect((await shop.as(support)(getMaintenance)).status).toBe(200);
  shop.clock.advance(11 * MINUTE_MS);
  expect((await close(body)).body).toMatchObject({ reason: 'step_up_required' });
  await shop.refresh(approver);
});

test.each([
  [{ minutes: 0 }, 'minutes'],
  [{ minutes: 10_081 }, 'minutes'],
  [{ messages: { de: 'Neue Regale.' } }, 'messages'],
  [{ messages: { en: ' ' } }, 'messages'],
  [{ messages: { en: 'x'.repeat(301) } }, 'messages'],
  [{ messages: { en: '4012888888881881' } }, 'messages'],
])('%j is refused beside its field', async (change, field) => {
  const { status, body } = await close({ messages, minutes: 5, ...change });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
});

test('the command line closes and opens, and the audit log names the operating system user', async () => {
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await command(shop.ctx, ['on', '--minutes', '5', '--message', 'en=New shelves.']);
  await expect.poll(() => other.closure()?.messages).toEqual({ en: 'New shelves.' });
  await command(shop.ctx, ['off']);
  await expect.poll(() => other.closure()).toBe(null);
  const said = printed.mock.calls.map(([text]) => String(text));
  printed.mockRestore();
  expect(said).toEqual([expect.stringMatching(/^The shop is closed until 2/), 'The shop is open.\n']);
  const [entry] = await shop.sql`select actor_id, address from audit_entries order by id desc limit 1`;
  expect(entry).toEqual({ actor_id: null, address: expect.stringMatching(/^cli:/) });
  for (const args of [['on', '--minutes', 'soon'], ['on', '--message', 'Later'], ['off', 'now'], []])
    await expect(command(shop.ctx, args)).rejects.toThrow('Usage');
  await expect(command(shop.ctx, ['off'])).rejects.toThrow('open already');
});

test('MAINTENANCE in the environment wins, whatever the database says', () => {
  const forced = createMaintenance({ maintenance: true }, shop.clock);
  forced.learn(null);
  expect(forced.closure()).toMatchObject({ source: 'environment', ends_at: null });
});
