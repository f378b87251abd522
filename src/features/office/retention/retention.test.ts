import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CallInput } from '#contracts/call.ts';
import { newsEditor } from '#contracts/content/content.ts';
import { listUsers } from '#contracts/customers/users.ts';
import { answerTicket, getDeskTicket, noteTicket, reviewComment } from '#contracts/desk/desk.ts';
import { createTicket, getTicket, rateTicket } from '#contracts/desk/support.ts';
import { getRetention, listAffected, redactText, setRetention } from '#contracts/office/retention.ts';
import { placeOrder, revealCard } from '#contracts/shop/orders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { ticketsRetention } from '../../desk/support/tickets-retention.ts';
import type { RetentionRule } from '../../feature.ts';
import { deviceCodesRetention } from '../../identity/factors/device-codes/device-codes-retention.ts';
import { mailboxRetention } from '../../messages/mail/mailbox-retention.ts';
import { notificationsRetention } from '../../messages/notifications/notifications-retention.ts';
import { applyRetention } from './periods/apply-retention.ts';

const shop = await createTestShop();
const [approver, support, auditor] = [
  await shop.createUser({ role: 'admin', duties: ['approver'] }),
  await shop.createUser({ role: 'admin', duties: ['support'] }),
  await shop.createUser({ role: 'admin', duties: ['auditor'] }),
];
const daysAgo = (days: number) => new Date(shop.clock.now().getTime() - days * DAY_MS);
const read = async () => (await shop.as(auditor)(getRetention)).body.data;
const rule = async (name: string) => (await read()).rules.find((one) => one.name === name);
const set = (name: 'notifications' | 'tickets', days: number, who: TestUser = approver) =>
  shop.as(who)(setRetention, { params: { name }, body: { days } });

async function notify(user: TestUser, days: number, count: number) {
  await shop.sql`
    insert into notifications (user_id, type, title, content, created_at)
    select ${user.id}, 'info', '"Hello"', '""', ${daysAgo(days)} from generate_series(1, ${count})`;
}

async function openTicket(buyer: TestUser, subject = 'My neighbour') {
  const body = { category: 'other', subject, body: 'She lives in Rose Lane.' };
  const { status, body: created } = await shop.as(buyer)(createTicket, { body, idempotencyKey: randomUUID() });
  expect(status).toBe(201);
  return created.data.id;
}

test('what is older than its period is deleted in pieces, once a day, and the page says how much', async () => {
  const buyer = await shop.createUser();
  await notify(buyer, 366, 2_500);
  await notify(buyer, 364, 1);
  const apply = applyRetention([notificationsRetention]);
  await apply(shop.ctx);
  expect(await shop.sql`select from notifications where user_id = ${buyer.id}`).toHaveLength(1);
  expect(await rule('notifications')).toMatchObject({ days: 365, default_days: 365, deleted: 2_500 });
  expect((await read()).runs).toMatchObject([
    { name: 'notifications', deleted: 2_500, before: daysAgo(365).toISOString(), completed_at: expect.any(String) },
  ]);
  await notify(buyer, 366, 1);
  await apply(shop.ctx);
  expect((await rule('notifications'))?.deleted).toBe(2_500);
});

test('a table that refuses keeps no other from being cleared', async () => {
  const buyer = await shop.createUser();
  const ticket = await openTicket(buyer);
  await shop.sql`
    update tickets set status = 5, waiting_since = null, updated_at = ${daysAgo(1_096)} where id = ${ticket}`;
  const broken: RetentionRule = {
    ...notificationsRetention,
    name: 'devices',
    prune: () => Promise.reject(new Error('no')),
  };
  await applyRetention([broken, ticketsRetention])(shop.ctx);
  expect(await shop.sql`select from ticket_comments where ticket_id = ${ticket}`).toEqual([]);
  expect((await rule('tickets'))?.deleted).toBe(1);
  expect(shop.logged.some((line) => line.includes('retention failed'))).toBe(true);
});

test('an approver changes a period within its limits, which is audited and counts from then on', async () => {
  expect((await set('tickets', 200)).body.data).toMatchObject({ days: 200, default_days: 1_095 });
  expect(await rule('tickets')).toMatchObject({ days: 200 });
  const [entry] = await shop.sql`select actor_id, details from audit_entries where action = 'retention.changed'`;
  expect(entry).toEqual({ actor_id: approver.id, details: { from_days: 1_095, to_days: 200 } });
  for (const days of [179, 3_651]) {
    const { status, body } = await set('tickets', days);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['days']]);
  }
  expect((await set('tickets', 300, support)).status).toBe(403);
});

const redact = (body: CallInput<typeof redactText>['body'], who: TestUser = support) =>
  shop.as(who)(redactText, { body });
const reason = 'Names another person';

test('support removes a comment, a note and a subject for good, and the audit log keeps the reason, not the text', async () => {
  const buyer = await shop.createUser();
  const id = await openTicket(buyer);
  const params = { id };
  await shop.as(support)(answerTicket, { params, body: { body: 'Rose Lane 5, I see.', settle: null } });
  await shop.as(support)(noteTicket, { params, body: { body: 'She called from Rose Lane.' } });
  const comments = await shop.sql<{ id: string }[]>`select id from ticket_comments where ticket_id = ${id}`;
  const [note] = await shop.sql<{ id: string }[]>`select id from ticket_notes where ticket_id = ${id}`;
  for (const comment of comments)
    expect((await redact({ kind: 'ticket_comment', id: comment.id, reason })).status).toBe(204);
  expect((await redact({ kind: 'ticket_note', id: note!.id, reason })).status).toBe(204);
  expect((await redact({ kind: 'ticket_subject', id, reason })).status).toBe(204);
  expect((await shop.as(buyer)(getTicket, { params })).body.data).toMatchObject({
    subject: '—',
    comments: [
      { body: '', review: 'removed' },
      { body: '', review: 'removed' },
    ],
  });
  const kept = await shop.sql`
    select to_jsonb(t)::text as text from tickets t union all select to_jsonb(c)::text from ticket_comments c
    union all select to_jsonb(n)::text from ticket_notes n union all select to_jsonb(k)::text from idempotency_keys k
    union all select to_jsonb(e)::text from audit_entries e union all select to_jsonb(v)::text from events v`;
  expect(kept.filter(({ text }) => /Rose Lane/.test(text))).toEqual([]);
  expect(kept.filter(({ text }) => text.includes(id) && /neighbour/.test(text))).toEqual([]);
  const audited = await shop.sql`select details from audit_entries where action = 'text.redacted' and subject = ${id}`;
  expect(audited).toEqual([{ details: { kind: 'ticket_subject', reason } }]);
  expect((await redact({ kind: 'ticket_note', id: note!.id, reason })).status).toBe(404);
});

test('what a buyer said about the support is redacted, and stays counted', async () => {
  const buyer = await shop.createUser();
  const id = await openTicket(buyer);
  const params = { id };
  await shop.as(support)(answerTicket, { params, body: { body: 'Done.', settle: 'solved' } });
  await shop.as(buyer)(rateTicket, { params, body: { good: true, comment: 'Like Anna in Rose Lane.' } });
  expect((await redact({ kind: 'ticket_rating', id, reason })).status).toBe(204);
  expect((await shop.as(support)(getDeskTicket, { params })).body.data.rating).toEqual({ good: true, comment: '' });
  expect((await redact({ kind: 'ticket_rating', id, reason })).status).toBe(404);
});

test('an earlier version of a published text is redacted in every language, but not what the text says now', async () => {
  const publisher = shop.as(await shop.createUser({ role: 'admin', duties: ['publisher'] }));
  const words = (name: string) => ({
    title: `News of ${name}`,
    content: `${name} won.`,
    translations: { de: { title: `Neues von ${name}`, content: `${name} hat gewonnen.` } },
  });
  const { data } = (await publisher(newsEditor.writeText, { body: words('Anna') })).body;
  const versions = () => shop.sql<{ id: string; fields: object }[]>`
    select id, fields from content_versions where text_id = ${data.id} order by saved_at, id`;
  const redacted = async (id: string) => (await redact({ kind: 'content_version', id, reason })).status;
  const [first] = await versions();
  expect(await redacted(first!.id)).toBe(409);
  shop.clock.advance(1000);
  await publisher(newsEditor.changeText, { params: { id: data.id }, body: words('Ben') });
  expect(await redacted(first!.id)).toBe(204);
  expect(await redacted(first!.id)).toBe(404);
  const [before, now] = await versions();
  expect(JSON.stringify(before)).not.toMatch(/Anna/);
  expect(before!.fields).toMatchObject({
    title: '—',
    content: '—',
    translations: { de: { title: '—', content: '—' } },
  });
  expect(now!.fields).toMatchObject({ title: 'News of Ben' });
  const restored = await publisher(newsEditor.restoreVersion, {
    params: { id: data.id, version_id: first!.id },
    body: {},
  });
  expect([restored.status, await versions()]).toEqual([409, [before, now]]);
});

test('a text that is redacted and reviewed at the same moment is gone', async () => {
  const id = await openTicket(await shop.createUser());
  const [comment] = await shop.sql<{ id: string }[]>`select id from ticket_comments where ticket_id = ${id}`;
  for (let round = 0; round < 6; round++) {
    await shop.sql`
      update ticket_comments set body = 'She lives in Rose Lane.', review = 'waiting',
        reviewed_by = null, reviewed_at = null
      where id = ${comment!.id}`;
    const decision = round % 2 ? 'removed' : 'shown';
    const [redacted, reviewed] = await Promise.all([
      redact({ kind: 'ticket_comment', id: comment!.id, reason }),
      shop.as(support)(reviewComment, { params: { id: comment!.id }, body: { decision } }),
    ]);
    // Whichever comes second finds that nothing is left to decide or to remove.
    expect([204, 404]).toContain(redacted.status);
    expect([200, 409]).toContain(reviewed.status);
    const left = await shop.sql`select body, review from ticket_comments where id = ${comment!.id}`;
    expect(left).toEqual([{ body: '', review: 'removed' }]);
  }
});

test('redacting waits for who writes in the ticket with nothing locked that they need', async () => {
  const id = await openTicket(await shop.createUser());
  const [comment] = await shop.sql<{ id: string }[]>`select id from ticket_comments where ticket_id = ${id}`;
  const redacting = await shop.sql.begin(async (tx) => {
    await tx`select from tickets where id = ${id} for update`;
    const pending = redact({ kind: 'ticket_comment', id: comment!.id, reason });
    const waiting = () => shop.sql`
      select from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`;
    await expect.poll(waiting).not.toHaveLength(0);
    expect(await tx`select from ticket_comments where id = ${comment!.id} for update nowait`).toHaveLength(1);
    return { pending };
  });
  expect((await redacting.pending).status).toBe(204);
});

test('redacting takes the duty support, a reason and a text that is there', async () => {
  const id = randomUUID();
  expect((await redact({ kind: 'gift_message', id, reason }, auditor)).status).toBe(403);
  expect((await redact({ kind: 'gift_message', id, reason: '' })).status).toBe(422);
  for (const kind of [
    'ticket_comment',
    'ticket_subject',
    'ticket_rating',
    'content_version',
    'gift_message',
    'order_note',
    'claim_note',
  ] as const)
    expect([kind, (await redact({ kind, id, reason })).status]).toEqual([kind, 404]);
});

test('the note of a claim is redacted, also where a kept reply shows it', async () => {
  const { line_id } = await reveal(await shop.createUser({ balance_cents: 20_00 }));
  const note = 'Anna in Rose Lane says it is empty.';
  const claimed = async () => {
    const [claim] = await shop.sql<{ id: string }[]>`
      insert into claims (line_id, reason, note, state, made_at, decided_at)
      values (${line_id}, 'spent', ${note}, 'refused', now(), now())
      on conflict (line_id) do update set note = excluded.note returning id`;
    await shop.sql`
      insert into idempotency_keys (user_id, key, request_hash, status, reply)
      values (${approver.id}, ${randomUUID()}, sha256('x'), 200,
        ${shop.sql.json({ data: { id: claim!.id, note } })})`;
    return claim!.id;
  };
  const kept = () => shop.sql`
    select to_jsonb(k)::text from idempotency_keys k where k.reply::text like '%Rose Lane%'
    union all select note from claims where note <> ''`;
  const id = await claimed();
  expect((await redact({ kind: 'claim_note', id, reason })).status).toBe(204);
  expect(await kept()).toEqual([]);
  // The same text begins the ticket of the claim.
  const ticket_id = await openTicket(await shop.createUser());
  await claimed();
  await shop.sql`update claims set ticket_id = ${ticket_id} where id = ${id}`;
  const [comment] = await shop.sql<{ id: string }[]>`select id from ticket_comments where ticket_id = ${ticket_id}`;
  expect((await redact({ kind: 'ticket_comment', id: comment!.id, reason })).status).toBe(204);
  expect(await kept()).toEqual([]);
});

test('the note of a buyer on a card can be redacted', async () => {
  const { line_id } = await reveal(await shop.createUser({ balance_cents: 20_00 }));
  await shop.sql`update order_lines set note = 'For Anna' where id = ${line_id}`;
  expect((await redact({ kind: 'order_note', id: line_id, reason })).status).toBe(204);
  expect(await shop.sql`select note from order_lines where id = ${line_id}`).toEqual([{ note: '' }]);
});

/** A card that its buyer has seen. */
async function reveal(buyer: TestUser) {
  const [card] = await addCards(shop);
  const { body } = await shop.as(buyer)(placeOrder, { body: { ids: [card!.id] } });
  const params = { id: body.data.id, card_id: card!.id };
  expect((await shop.as(buyer)(revealCard, { params, body: { consent: true } })).status).toBe(200);
  const [row] = await shop.sql<{ line_id: string; batch_id: string; programme_id: string; staff_id: string }[]>`
    select l.id as line_id, b.id as batch_id, b.programme_id, b.created_by as staff_id
    from order_lines l join batches b on b.id = l.batch_id where l.card_id = ${card!.id}`;
  return row!;
}

const today = () => shop.clock.now().toISOString().slice(0, 10);
const affected = async (change: Partial<CallInput<typeof listAffected>['body']>, who: TestUser = approver) =>
  shop.as(who)(listAffected, { body: { from: today(), to: today(), reason: 'A leak', ...change } });

test('an incident concerns who saw a code of the programme, the batch or the importer in the time, and each list is audited', async () => {
  const [one, other] = [
    await shop.createUser({ balance_cents: 20_00 }),
    await shop.createUser({ balance_cents: 20_00 }),
  ];
  const { batch_id, programme_id, staff_id } = await reveal(one);
  await reveal(other);
  // Whoever has the shop's own database credentials can add such an entry, and nobody takes it away.
  await shop.ctx.sql`
    insert into audit_entries (action, subject, at) values ('card.revealed', 'no card', ${shop.clock.now()})`;
  const names = async (change: Parameters<typeof affected>[0]) =>
    (await affected(change)).body.data.map(({ username }) => username);
  expect(await names({})).toEqual(expect.arrayContaining([one.username, other.username]));
  for (const change of [{ batch_id }, { programme_id }, { staff_id }])
    expect(await names(change)).toEqual([one.username]);
  expect(await names({ from: '2020-01-01', to: '2020-02-01' })).toEqual([]);
  expect((await affected({ batch_id })).body.data).toEqual([
    expect.objectContaining({ user_id: one.id, email: one.email, why: 'revealed', times: 1 }),
  ]);
  const [entry] = await shop.sql`
    select actor_id, details from audit_entries where action = 'breach.listed' order by id desc limit 1`;
  expect(entry).toMatchObject({ actor_id: approver.id, details: { batch_id, users: 1, reason: 'A leak' } });
});

test('accounts that a member of staff looked at are listed, too', async () => {
  const [buyer, staff] = [await shop.createUser(), await shop.createUser({ role: 'admin', duties: ['support'] })];
  await shop.sql`
    insert into audit_entries (actor_id, action, subject, at)
    values (${staff.id}, 'user.viewed', ${buyer.id}, ${shop.clock.now()})`;
  const listed = await shop.createUser();
  await shop.as(staff)(listUsers, { query: { q: listed.username } });
  const ticket = await openTicket(await shop.createUser());
  await shop.as(staff)(noteTicket, { params: { id: ticket }, body: { body: 'Waits.' } });
  const [{ user_id: writer } = { user_id: '' }] = await shop.sql<{ user_id: string }[]>`
    select user_id from tickets where id = ${ticket}`;
  expect((await affected({ staff_id: staff.id })).body.data).toMatchObject([
    { user_id: buyer.id, why: 'looked_up' },
    { user_id: listed.id, why: 'looked_up' },
    { user_id: writer, why: 'looked_up' },
  ]);
});

test('only an approver lists affected users, with a reason and at most a year', async () => {
  expect((await affected({}, support)).status).toBe(403);
  expect((await affected({ reason: '' })).status).toBe(422);
  expect((await affected({ to: '2020-01-01' })).status).toBe(422);
  expect((await affected({ from: '2020-01-01' })).status).toBe(422);
});

test('a ticket that was merged stays as long as the one in which it goes on', async () => {
  const buyer = await shop.createUser();
  const [merged, open] = [await openTicket(buyer), await openTicket(buyer)];
  await shop.sql`
    update tickets set status = 5, waiting_since = null, merged_into = ${open}, updated_at = ${daysAgo(4_000)}
    where id = ${merged}`;
  await ticketsRetention.prune(shop.sql, daysAgo(1_095), 100);
  expect(await shop.sql`select from tickets where id = ${merged}`).toHaveLength(1);
});

test('every table has a declared period or a reason to be kept, and every rule a table', async () => {
  const { tables, rules } = await read();
  const there = await shop.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`;
  const names = tables.map(({ table }) => table);
  expect(names.toSorted(), 'a new table needs a line in the feature.ts of its owner').toEqual(
    there.map(({ name }) => name).toSorted(),
  );
  for (const { table, days, why } of tables) expect([table, days === null], 'either').toEqual([table, why !== null]);
  for (const { name, days } of rules)
    expect([name, tables.find(({ rule }) => rule === name)?.days], 'as it is in force').toEqual([name, days]);
});

test('old mails of a shop without a mail server and codes that nobody typed are deleted', async () => {
  const buyer = await shop.createUser();
  await shop.sql`
    insert into mailbox (recipient, subject, text_body, sent_at)
    select ${buyer.email}, 'Hello', 'Hello', ${daysAgo(0)}::timestamptz - n * interval '1 day'
    from generate_series(29, 31, 2) as n`;
  await shop.sql`
    with device as (insert into devices (user_id, token_hash) values (${buyer.id}, ${randomBytes(32)}) returning id)
    insert into device_codes (device_id, created_at, expires_at) select id, ${daysAgo(3)}, ${daysAgo(2)} from device`;
  await applyRetention([mailboxRetention, deviceCodesRetention])(shop.ctx);
  expect(await shop.sql`select from mailbox where recipient = ${buyer.email}`).toHaveLength(1);
  expect(await shop.sql`select from device_codes`).toEqual([]);
});
