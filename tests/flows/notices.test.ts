import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as contract from '#contracts/content/content.ts';
import { HOUR_MS } from '#contracts/time-units.ts';
import { createNoticeWatch } from '#features/content/notices/watch-notices.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';

const shop = await createTestShop();
const admin = await shop.createUser({ role: 'admin' });

async function write(title: string, more: object = {}) {
  const body = { title, content: `${title} content`, starts_at: 'now' as const, ...more };
  const { body: reply, status } = await shop.as(admin)(contract.noticeEditor.writeText, { body });
  expect(status).toBe(201);
  shop.clock.advance(1000);
  return reply.data;
}

const later = (ms: number) => new Date(shop.clock.now().getTime() + ms).toISOString();

/** The title that the user would be shown. */
async function shown(user: TestUser): Promise<string | undefined> {
  const { status, body } = await shop.as(user)(contract.latestNotice);
  expect(status).toBe(body === undefined ? 204 : 200);
  return (body as { data: contract.Notice } | undefined)?.data.title;
}

const see = (user: TestUser, id?: string, headers?: Record<string, string>) =>
  shop.request(contract.seeNotice, { token: user.token, query: id ? { id } : {}, ...(headers && { headers }) });

test('without a notice there is nothing: 204', async () => {
  expect(await shown(await shop.createUser())).toBeUndefined();
});

test('two notices come one after the other, the latest first, each until its reader has seen it', async () => {
  const [reader, other] = [await shop.createUser(), await shop.createUser({ active: false })];
  const first = await write('First');
  const second = await write('Second');
  expect(await shown(reader)).toBe('Second');
  expect((await see(reader, second.id)).status).toBe(204);
  expect(await shown(reader)).toBe('First');
  expect((await see(reader, first.id)).status).toBe(204);
  expect(await shown(reader)).not.toBe('First');
  expect(await shown(other)).toBe('Second');
  const { body } = await shop.as(reader)(contract.listNotices);
  expect(body.data.slice(0, 2).map(({ title, seen }) => [title, seen])).toEqual([
    ['Second', true],
    ['First', true],
  ]);
});

test('marking as seen may be repeated, and without an id it marks all that show', async () => {
  const reader = await shop.createUser();
  await write('One');
  const two = await write('Two');
  for (let i = 0; i < 2; i++) expect((await see(reader, two.id)).status).toBe(204);
  for (let i = 0; i < 2; i++) expect((await see(reader)).status).toBe(204);
  expect(await shown(reader)).toBeUndefined();
  await write('Three');
  expect(await shown(reader)).toBe('Three');
});

test('marking as seen is never cached and refused to prefetchers', async () => {
  const reader = await shop.createUser();
  const { id } = await write('Seen?');
  for (const headers of [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }] as Record<string, string>[])
    expect((await see(reader, id, headers)).status).toBe(403);
  expect(await shown(reader)).toBe('Seen?');
  expect((await see(reader, id)).headers.get('cache-control')).toBe('no-store');
});

test('a draft, one to come and one whose time is over are not shown, and not found', async () => {
  const reader = await shop.createUser();
  await see(reader);
  const draft = await write('Draft', { starts_at: null });
  const soon = await write('Soon', { starts_at: later(HOUR_MS), ends_at: later(2 * HOUR_MS) });
  expect([draft.state, soon.state]).toEqual(['draft', 'scheduled']);
  expect(await shown(reader)).toBeUndefined();
  for (const id of [draft.id, soon.id, randomUUID()]) expect((await see(reader, id)).status).toBe(404);
  shop.clock.advance(HOUR_MS);
  expect(await shown(reader)).toBe('Soon');
  shop.clock.advance(HOUR_MS);
  expect(await shown(reader)).toBeUndefined();
  const { body } = await shop.as(admin)(contract.noticeEditor.getText, { params: { id: soon.id } });
  expect(body.data.state).toBe('ended');
});

test('a notice can be taken back, shown again and ended; who has closed it does not see it again', async () => {
  const [reader, closer] = [await shop.createUser(), await shop.createUser()];
  const { id } = await write('Change');
  const change = (body: object) => shop.as(admin)(contract.noticeEditor.changeText, { params: { id }, body });
  await see(closer, id);
  expect((await change({ starts_at: null })).body.data.state).toBe('draft');
  expect(await shown(reader)).not.toBe('Change');
  shop.clock.advance(1000);
  expect((await change({ starts_at: 'now', title: 'Changed' })).body.data).toMatchObject({
    state: 'published',
    seen_by: 1,
  });
  expect(await shown(reader)).toBe('Changed');
  expect(await shown(closer)).not.toBe('Changed');
  shop.clock.advance(1000);
  expect((await change({ ends_at: 'now' })).body.data.state).toBe('ended');
  expect(await shown(reader)).not.toBe('Changed');
});

test('a notice that would end before it starts is refused, written or changed', async () => {
  const starts_at = later(HOUR_MS);
  const refused = await shop.as(admin)(contract.noticeEditor.writeText, {
    body: { title: 'T', content: 'C', starts_at, ends_at: later(0) },
  });
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['ends_at']]);
  const { id } = await write('Order', { starts_at });
  const changed = await shop.as(admin)(contract.noticeEditor.changeText, {
    params: { id },
    body: { ends_at: starts_at },
  });
  expect([changed.status, Object.keys(changed.body.errors ?? {})]).toEqual([422, ['ends_at']]);
});

test('what somebody else changed meanwhile is not overwritten', async () => {
  const { id, updated_at } = await write('Race');
  const change = (title: string) =>
    shop.as(admin)(contract.noticeEditor.changeText, { params: { id }, body: { title, read_at: updated_at } });
  expect((await change('Mine')).status).toBe(200);
  expect((await change('Theirs')).status).toBe(409);
  expect((await shop.as(admin)(contract.noticeEditor.getText, { params: { id } })).body.data.title).toBe('Mine');
});

test('only what nobody can see is removed', async () => {
  const { id } = await write('Remove');
  const remove = () => shop.as(admin)(contract.noticeEditor.removeText, { params: { id } });
  expect((await remove()).status).toBe(409);
  await shop.as(admin)(contract.noticeEditor.changeText, { params: { id }, body: { starts_at: null } });
  expect((await remove()).status).toBe(204);
  expect((await remove()).status).toBe(404);
});

test('every change of a notice is audited with who made it', async () => {
  const { id } = await write('Audited');
  await shop.as(admin)(contract.noticeEditor.changeText, { params: { id }, body: { starts_at: null } });
  await shop.as(admin)(contract.noticeEditor.removeText, { params: { id } });
  const entries = await shop.sql<{ actor_id: string; action: string; details: object }[]>`
    select actor_id, action, details from audit_entries where subject = ${id} order by id`;
  expect(entries).toMatchObject([
    { actor_id: admin.id, action: 'notices.written', details: { title: 'Audited', state: 'published' } },
    { actor_id: admin.id, action: 'notices.changed', details: { state: 'draft', state_before: 'published' } },
    { actor_id: admin.id, action: 'notices.removed', details: { title: 'Audited' } },
  ]);
});

/** The events that open pages were sent on a channel. */
const eventsOn = async (channel: string) =>
  (await shop.sql<{ event: string }[]>`select event from events where channel = ${channel} order by id`).map(
    ({ event }) => event,
  );
const announced = async () => (await eventsOn('private-notices')).length;

test('open pages are told when a notice appears, changes or goes, and nothing of drafts', async () => {
  const before = await announced();
  const draft = await write('Draft', { starts_at: null });
  const scheduled = await write('Later', { starts_at: later(HOUR_MS) });
  const change = (id: string, body: object) =>
    shop.as(admin)(contract.noticeEditor.changeText, { params: { id }, body });
  await change(draft.id, { title: 'Still a draft' });
  await shop.as(admin)(contract.noticeEditor.removeText, { params: { id: scheduled.id } });
  expect(await announced()).toBe(before);
  await change(draft.id, { starts_at: 'now' });
  await change(draft.id, { title: 'Out' });
  await change(draft.id, { starts_at: null });
  expect(await announced()).toBe(before + 3);
  await write('Out at once');
  expect(await announced()).toBe(before + 4);
});

test('open pages are told once when the time of a scheduled notice has come', async () => {
  const check = createNoticeWatch(shop.ctx);
  shop.clock.advance(2 * HOUR_MS);
  await check();
  const before = await announced();
  await write('In an hour', { starts_at: later(HOUR_MS) });
  await check();
  expect(await announced()).toBe(before);
  shop.clock.advance(HOUR_MS);
  for (let i = 0; i < 2; i++) await check();
  expect(await announced()).toBe(before + 1);
});

test("a reader's other pages are told once that a notice was closed", async () => {
  const reader = await shop.createUser();
  const { id } = await write('Close me');
  for (let i = 0; i < 2; i++) await see(reader, id);
  expect(await eventsOn(`private-user.${reader.id}`)).toEqual(['notice']);
  expect((await see(reader, randomUUID())).status).toBe(404);
});

test('a notice is shown, listed and found only by those it is meant for', async () => {
  const person = async (facts: object, locale: string | null = null) => {
    const user = await shop.createUser(facts);
    await shop.sql`update users set locale = ${locale} where id = ${user.id}`;
    await see(user);
    return user;
  };
  const buyer = await person({ tier: 0 }, 'en');
  const german = await person({ tier: 1 }, 'de');
  const staff = await person({ role: 'admin', tier: 2 }, 'en');
  for (const [audience, expected] of [
    [{ roles: ['buyer'] }, [buyer, german]],
    [{ roles: ['admin'] }, [staff]],
    [{ tiers: [0, 2] }, [buyer, staff]],
    [{ locales: ['de'] }, [german]],
    [{ roles: ['buyer'], tiers: [1], locales: ['de', 'en'] }, [german]],
    [{ roles: ['buyer'], tiers: [2] }, []],
  ] as const) {
    const { id, title } = await write(JSON.stringify(audience), audience);
    for (const user of [buyer, german, staff]) {
      const meant = (expected as readonly TestUser[]).includes(user);
      const { body } = await shop.as(user)(contract.listNotices);
      const listed = body.data.some((notice) => notice.id === id);
      const closed = (await shown(user)) === title ? 'shown' : 'hidden';
      const seen = (await see(user, id)).status;
      expect([title, closed, listed, seen]).toEqual([title, meant ? 'shown' : 'hidden', meant, meant ? 204 : 404]);
    }
  }
});

test('who moves to another tier is shown what is meant for it, and marking all as seen marks no more than that', async () => {
  const user = await shop.createUser({ tier: 2 });
  const { id } = await write('For tier one', { tiers: [1] });
  await see(user);
  await shop.sql`update users set tier = 1 where id = ${user.id}`;
  expect(await shown(user)).toBe('For tier one');
  expect(await shop.sql`select from notice_readings where notice_id = ${id}`).toHaveLength(0);
});

test('an audience of unknown roles, tiers or languages is refused, and a notice is read in its own language', async () => {
  for (const [field, value] of [
    ['roles', ['king']],
    ['tiers', [3]],
    ['locales', ['German']],
  ] as const) {
    const body = { title: 'T', content: 'C', [field]: value } as never;
    const { status, body: reply } = await shop.as(admin)(contract.noticeEditor.writeText, { body });
    expect([status, Object.keys(reply.errors ?? {})]).toEqual([422, [field]]);
  }
  const reader = await shop.createUser();
  await write('Closed', { translations: { de: { title: 'Geschlossen', content: 'Heute' } } });
  const headers = { 'accept-language': 'de' };
  const { body } = await shop.request(contract.latestNotice, { token: reader.token, headers });
  expect((body as { data: contract.Notice }).data).toMatchObject({
    title: 'Geschlossen',
    content: 'Heute',
    locale: 'de',
  });
});
