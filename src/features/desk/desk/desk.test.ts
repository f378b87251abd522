import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as canned from '#contracts/desk/canned-answers.ts';
import * as contract from '#contracts/desk/desk.ts';
import { type DeskSettings, getDeskSettings, saveDeskSettings } from '#contracts/desk/desk-settings.ts';
import { commentTicket, createTicket, getTicket, rateTicket } from '#contracts/desk/support.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/time-units.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { escalateOverdue } from './watch/escalate-overdue.ts';
import { sweepDesk } from './watch/sweep-desk.ts';

const shop = await createTestShop();
const { sql } = shop;
const agent = await shop.createUser({ role: 'admin', duties: ['support'] });
const colleague = await shop.createUser({ role: 'admin', duties: ['support'] });
const desk = shop.as(agent);

const everyHour: DeskSettings = {
  time_zone: 'Europe/Berlin',
  hours: Array.from({ length: 7 }, () => ({ from: 0, to: 1440 })),
  holidays: [],
  targets: [60, 120, 180, 240].map((answer) => ({ answer, solve: answer * 10 })),
  close_after_days: 14,
};
await desk(saveDeskSettings, { body: everyHour });

async function opened(user: TestUser, subject = 'My question') {
  const { body } = await shop.as(user)(createTicket, { body: { category: 'other', subject, body: `${subject}?` } });
  return body.data;
}
const detail = async (id: string) => (await desk(contract.getDeskTicket, { params: { id } })).body.data;
const answer = (id: string, body = 'Here it is.') =>
  desk(contract.answerTicket, { params: { id }, body: { body, settle: null } });
const change = (ids: string[], what: object, who = desk) => who(contract.changeTickets, { body: { ids, ...what } });
const undo = (id: string, who = desk) => who(contract.undoChange, { params: { id } });
const merge = (id: string, into: number) => desk(contract.mergeTicket, { params: { id }, body: { into } });
const hoursLeft = (due_at: string | null) =>
  due_at === null ? null : (new Date(due_at).getTime() - shop.clock.now().getTime()) / HOUR_MS;

test('a ticket is due by its priority, its clock stands while the buyer is to reply, and a new wait begins with an answer', async () => {
  const buyer = await shop.createUser();
  const { id } = await opened(buyer);
  expect(hoursLeft((await detail(id)).due_at)).toBe(3);
  await change([id], { priority: 1 });
  expect(hoursLeft((await detail(id)).due_at)).toBe(1);
  shop.clock.advance(HOUR_MS / 2);
  await answer(id);
  expect((await detail(id)).due_at).toBeNull();
  shop.clock.advance(20 * HOUR_MS);
  await shop.as(buyer)(commentTicket, { params: { id }, body: { body: 'And now?' } });
  expect(hoursLeft((await detail(id)).due_at)).toBe(1);
  const [row] = await sql<{ solve_due_at: string }[]>`select solve_due_at from tickets where id = ${id}`;
  expect(hoursLeft(row!.solve_due_at)).toBe(9.5);
});

test('the view of overdue tickets is sorted by when they were due, and every view is counted', async () => {
  const buyer = await shop.createUser();
  const [slow, quick, fresh] = [await opened(buyer, 'Slow'), await opened(buyer, 'Quick'), await opened(buyer, 'Low')];
  await change([quick.id], { priority: 1 });
  await change([fresh.id], { priority: 4 });
  shop.clock.advance(3.5 * HOUR_MS);
  const view = async (query: object) => {
    const { body } = await desk(contract.listDeskTickets, { query: { q: buyer.username, ...query } });
    return body;
  };
  expect((await view({ view: 'overdue' })).data.map(({ id }) => id)).toEqual([quick.id, slow.id]);
  expect((await view({ view: 'waiting', priority: '4' })).data.map(({ id }) => id)).toEqual([fresh.id]);
  const { counts } = await view({});
  expect(counts.overdue).toBeGreaterThanOrEqual(2);
  expect(counts.unassigned).toBeGreaterThanOrEqual(counts.overdue);
});

test('an overdue ticket raises one alert, which ends with the answer', async () => {
  const buyer = await shop.createUser();
  const { id } = await opened(buyer);
  const alerts = () => sql<{ times: number; resolved_at: string | null }[]>`
    select times, resolved_at from alerts where kind = 'ticket.overdue' and subject = ${id}`;
  await escalateOverdue(shop.ctx);
  expect(await alerts()).toEqual([]);
  shop.clock.advance(4 * HOUR_MS);
  await escalateOverdue(shop.ctx);
  await escalateOverdue(shop.ctx);
  expect(await alerts()).toMatchObject([{ times: 1, resolved_at: null }]);
  await change([id], { tag: 'late' });
  await escalateOverdue(shop.ctx);
  expect(await alerts()).toMatchObject([{ times: 1, resolved_at: null }]);
  await answer(id);
  await escalateOverdue(shop.ctx);
  expect((await alerts())[0]!.resolved_at).not.toBeNull();
});

test('one press changes several tickets, and one press undoes it, save where somebody has changed a ticket since', async () => {
  const buyer = await shop.createUser();
  const [first, second] = [await opened(buyer, 'First'), await opened(buyer, 'Second')];
  const ids = [first.id, second.id];
  const made = await change(ids, { settle: 'closed', tag: 'Refund', assignee_id: agent.id });
  expect(made.body.data.changed).toBe(2);
  expect(await detail(first.id)).toMatchObject({
    status: 5,
    tags: ['refund'],
    assignee: { id: agent.id },
    due_at: null,
  });
  const undone = await undo(made.body.data.id!);
  expect(undone.body.data).toEqual({ restored: 2, kept: 0 });
  expect(await detail(first.id)).toMatchObject({ status: 1, tags: [], assignee: null });
  expect(hoursLeft((await detail(first.id)).due_at)).toBe(3);
  const again = await change(ids, { priority: 2 });
  await answer(second.id);
  expect((await undo(again.body.data.id!)).body.data).toEqual({ restored: 1, kept: 1 });
  expect([(await detail(first.id)).priority, (await detail(second.id)).priority]).toEqual([3, 2]);
});

test('tickets solved together ask their buyers whether support helped once that can no longer be undone', async () => {
  const [buyer, other] = [await shop.createUser(), await shop.createUser()];
  const [one, two] = [await opened(buyer), await opened(other)];
  for (const { id } of [one, two]) await answer(id);
  const asked = async () =>
    (
      await sql<
        { id: string }[]
      >`select id from tickets where id in (${one.id}, ${two.id}) and rating_asked_at is not null`
    ).length;
  const mails = () => sql<{ recipient: string; wait: number }[]>`
    select j.payload ->> 'ticket_id' as id,
      extract(epoch from j.run_at)::float - ${shop.clock.now().getTime() / 1000} as wait
    from graphile_worker._private_jobs j where j.payload ->> 'template' = 'ticket_solved'`;
  const made = await change([one.id, two.id], { settle: 'solved' });
  expect(await asked()).toBe(2);
  expect((await mails()).map(({ wait }) => Math.round(wait))).toEqual([600, 600]);
  const rated = await shop.as(other)(rateTicket, { params: { id: two.id }, body: { good: true } });
  expect(rated.status).toBe(204);
  await undo(made.body.data.id!);
  expect(await asked()).toBe(1);
  // Whom the undone change would have asked is asked with the next one, and nobody twice.
  await change([one.id], { settle: 'solved' });
  await sql`update graphile_worker._private_jobs set run_at = now() where payload ->> 'template' = 'ticket_solved'`;
  await shop.runQueuedJobs();
  const sent = await sql`select recipient from mailbox where subject = 'Your ticket is solved'`;
  expect(sent).toEqual([{ recipient: buyer.email }]);
});

test('a change that changes nothing, an old one, one that is undone and one of somebody else are not undone', async () => {
  const buyer = await shop.createUser();
  const { id } = await opened(buyer);
  expect((await change([id], { priority: 3 })).body.data).toEqual({ id: null, changed: 0, with_others: 0 });
  const { body } = await change([id], { tag: 'a-b' });
  const change_id = body.data.id!;
  expect((await undo(change_id, shop.as(colleague))).status).toBe(404);
  expect((await undo(change_id)).status).toBe(200);
  expect((await undo(change_id)).status).toBe(409);
  const old = (await change([id], { tag: 'late' })).body.data.id!;
  shop.clock.advance(11 * MINUTE_MS);
  expect((await undo(old)).status).toBe(409);
  expect((await change([randomUUID()], { priority: 1 })).status).toBe(404);
  for (const refused of [{}, { priority: 5 }, { tag: 'two words' }, { tag: '4012888888881881' }])
    expect((await change([id], refused)).status).toBe(422);
  expect((await change([], { priority: 1 })).status).toBe(422);
});

test('a merged ticket closes and points to the other, which shows both conversations', async () => {
  const buyer = await shop.createUser();
  const [old, kept] = [await opened(buyer, 'Twice'), await opened(buyer, 'Kept')];
  await answer(kept.id);
  await desk(contract.noteTicket, { params: { id: old.id }, body: { body: 'A note on the first' } });
  expect((await merge(old.id, kept.number)).body.data).toEqual({ id: kept.id });
  const { merged, comments, notes, ...rest } = await detail(kept.id);
  expect(merged).toEqual([{ id: old.id, number: old.number }]);
  expect(comments.map(({ body }) => body)).toEqual(['Twice?', 'Kept?', 'Here it is.']);
  expect(notes).toMatchObject([{ body: 'A note on the first' }]);
  // The buyer still waits for an answer to the first one.
  expect([rest.status, hoursLeft(rest.due_at)]).toEqual([2, 3]);
  const seen = (await shop.as(buyer)(getTicket, { params: { id: old.id } })).body.data;
  expect(seen).toMatchObject({ status: 5, merged_into: { id: kept.id, number: kept.number } });
  const conversation = (await shop.as(buyer)(getTicket, { params: { id: kept.id } })).body.data;
  expect(conversation.comments).toHaveLength(3);
  const last = await opened(buyer, 'Last');
  await merge(kept.id, last.number);
  expect((await detail(last.id)).merged.map(({ id }) => id)).toEqual([old.id, kept.id]);
});

test('tickets of two people are never merged, nor a closed one, nor one with itself', async () => {
  const [buyer, other] = [await shop.createUser(), await shop.createUser()];
  const [mine, theirs] = [await opened(buyer), await opened(other)];
  expect((await merge(mine.id, theirs.number)).body.errors).toHaveProperty('into');
  expect((await merge(mine.id, mine.number)).status).toBe(422);
  expect((await merge(mine.id, 999_999_999)).status).toBe(422);
  expect((await merge(randomUUID(), mine.number)).status).toBe(404);
  const closed = await opened(buyer, 'Closed');
  await change([closed.id], { settle: 'closed' });
  expect((await merge(closed.id, mine.number)).status).toBe(409);
  expect((await merge(mine.id, closed.number)).status).toBe(409);
});

test('a canned answer is filled with what its ticket is about, in the language of its buyer', async () => {
  const buyer = await shop.createUser();
  await sql`update users set locale = 'de' where id = ${buyer.id}`;
  const [order] = await sql<{ id: string; number: number }[]>`
    insert into orders (user_id, total_cents, card_count) values (${buyer.id}, 1000, 1) returning id, number`;
  const bodies = { en: 'Hello {{buyer}}', de: 'Hallo {{buyer}}, {{ order }} {{payment}}, {{ticket}}: {{subject}}' };
  const { body } = await desk(canned.addCannedAnswer, {
    body: { name: 'Greeting', bodies, tags: ['late', 'Greeted', 'late'], settle: 'solved' },
  });
  const reference = { kind: 'order' as const, id: order!.id };
  const made = await shop.as(buyer)(createTicket, {
    body: { category: 'other', subject: 'Wo?', body: 'Wo?', reference },
  });
  const { id, number } = made.body.data;
  const filled = async () => (await desk(canned.listFilledAnswers, { params: { id } })).body.data;
  expect(await filled()).toEqual([
    {
      id: body.data.id,
      name: 'Greeting',
      body: `Hallo ${buyer.username}, #${order!.number} {{payment}}, #${number}: Wo?`,
      tags: ['greeted', 'late'],
      settle: 'solved',
    },
  ]);
  const params = { id: body.data.id };
  await desk(canned.changeCannedAnswer, { params, body: { name: 'Greeting', bodies: { en: 'Only English' } } });
  expect((await filled())[0]!.body).toBe('Only English');
  expect((await desk(canned.listCannedAnswers)).body.data).toMatchObject([{ name: 'Greeting' }]);
  expect((await desk(canned.removeCannedAnswer, { params })).status).toBe(204);
  expect(await filled()).toEqual([]);
});

test('a canned answer with a card number, an unknown variable, a taken name or no English is refused', async () => {
  const add = (name: string, bodies: Record<string, string>) =>
    desk(canned.addCannedAnswer, { body: { name, bodies } });
  const { body } = await add('Taken', { en: 'Fine' });
  for (const [name, bodies, field] of [
    ['A', { en: 'Pay with 4012888888881881' }, 'bodies'],
    ['B', { en: 'Dear {{buyr}}' }, 'bodies'],
    ['Taken', { en: 'Again' }, 'name'],
    ['C', { de: 'Nur Deutsch' }, 'bodies'],
    [' ', { en: 'No name' }, 'name'],
  ] as const) {
    const refused = await add(name, bodies);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, [field]]);
  }
  const many = Array.from({ length: 11 }, (_, n) => `t${n}`);
  for (const wrong of [{ tags: many }, { tags: ['two words'] }, { settle: 'open' }])
    expect(
      (await desk(canned.addCannedAnswer, { body: { name: 'D', bodies: { en: 'x' }, ...wrong } as never })).status,
    ).toBe(422);
  const other = await add('Other', { en: 'Fine' });
  const rename = (id: string) =>
    desk(canned.changeCannedAnswer, { params: { id }, body: { name: 'Taken', bodies: { en: 'x' } } });
  expect((await rename(other.body.data.id)).status).toBe(422);
  expect((await rename(body.data.id)).status).toBe(204);
  expect((await desk(canned.removeCannedAnswer, { params: { id: randomUUID() } })).status).toBe(404);
  expect((await desk(canned.listFilledAnswers, { params: { id: randomUUID() } })).status).toBe(404);
  const missing = { params: { id: randomUUID() }, body: { name: 'Gone', bodies: { en: 'x' } } };
  expect((await desk(canned.changeCannedAnswer, missing)).status).toBe(404);
});

test('an answer marks and solves its ticket in one step, audited as the single steps are, or does nothing at all', async () => {
  const buyer = await shop.createUser();
  const { id } = await opened(buyer);
  await change([id], { tag: 'refund' });
  const send = (tags: string[], settle: 'solved' | null = 'solved') =>
    desk(contract.answerTicket, { params: { id }, body: { body: `Refunded. ${tags}`, settle, tags } });
  const audited = async () =>
    (
      await sql<{ action: string }[]>`
        select action from audit_entries where subject = ${id} and actor_id = ${agent.id} order by id`
    ).map(({ action }) => action);
  const before = await audited();
  const tooMany = await send(Array.from({ length: 10 }, (_, n) => `t${n}`));
  expect([tooMany.status, Object.keys(tooMany.body.errors ?? {})]).toEqual([422, ['tags']]);
  expect(await audited()).toEqual(before);
  expect((await detail(id)).comments).toHaveLength(1);
  const { body } = await send(['refund', 'scam']);
  expect(body.data).toMatchObject({ status: 4, tags: ['refund', 'scam'], waiting_since: null });
  expect((await audited()).slice(before.length).filter((action) => action !== 'ticket.viewed')).toEqual([
    'ticket.answered',
    'ticket.tagged',
    'ticket.solved',
  ]);
  expect((await send(['late'], null)).body.data).toMatchObject({ status: 3, tags: ['late', 'refund', 'scam'] });
});

test('looking at a buyer is audited once an hour, and shows neither codes nor where they live on the net', async () => {
  const buyer = await shop.createUser();
  const [first, second] = [await opened(buyer, 'One'), await opened(buyer, 'Two')];
  const view = () => desk(contract.viewTicketBuyer, { params: { id: first.id } });
  const { body } = await view();
  expect(body.data).toMatchObject({
    claims: [],
    holds: [],
    reveals: [],
    spending_blocked_at: null,
    related: [{ id: second.id, number: second.number, same_reference: false }],
  });
  expect(body.data.sessions).toHaveLength(1);
  expect(JSON.stringify(body)).not.toContain('address');
  await view();
  const views = () => sql`
    select details from audit_entries
    where action = 'ticket.buyer_viewed' and subject = ${first.id} and actor_id = ${agent.id}`;
  expect(await views()).toEqual([{ details: { user_id: buyer.id } }]);
  shop.clock.advance(2 * HOUR_MS);
  await view();
  expect(await views()).toHaveLength(2);
  expect((await desk(contract.viewTicketBuyer, { params: { id: randomUUID() } })).status).toBe(404);
  for (let i = 0; i < 2; i++) await detail(first.id);
  expect(await sql`select details from audit_entries where action = 'ticket.viewed' and subject = ${first.id}`).toEqual(
    [{ details: { user_id: buyer.id } }],
  );
});

test('settings without a working hour, in no time zone or with too short a day are refused', async () => {
  const save = (more: object) => desk(saveDeskSettings, { body: { ...everyHour, ...more } });
  const closed = Array.from({ length: 7 }, () => null);
  for (const [more, field] of [
    [{ hours: closed }, 'hours'],
    [{ hours: closed.with(0, { from: 540, to: 570 } as never) }, 'hours'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ targets: [] }, 'targets'],
  ] as const)
    expect(Object.keys((await save(more)).body.errors ?? {})[0]).toContain(field);
  expect((await desk(getDeskSettings)).body.data).toEqual(everyHour);
});

test('a ticket that has been solved for long closes, one that was solved just now does not', async () => {
  const buyer = await shop.createUser();
  const [long, short] = [await opened(buyer, 'Long'), await opened(buyer, 'Short')];
  await change([long.id], { settle: 'solved' });
  shop.clock.advance(15 * DAY_MS);
  await change([short.id], { settle: 'solved' });
  await sweepDesk(shop.ctx);
  expect([(await detail(long.id)).status, (await detail(short.id)).status]).toEqual([5, 4]);
});

test('who has a ticket open is seen by colleagues alone, and for no longer than they say so', async () => {
  const buyer = await shop.createUser();
  const { id, number } = await opened(buyer);
  const mark = (state: 'looking' | 'typing' | 'gone', who: TestUser = colleague) =>
    shop.as(who)(contract.markPresence, { params: { id }, body: { state } });
  const events = () => sql<{ channel: string; data: object }[]>`
    select channel, data from events where event = 'presence' and data ->> 'id' = ${id}`;
  const present = async () => {
    const { body } = await desk(contract.listDeskTickets, { query: { q: `#${number}` } });
    const { present } = await detail(id);
    expect(body.data.find((row) => row.id === id)!.present).toEqual(present);
    return present.map(({ username, typing }) => [username, typing]);
  };
  for (const state of ['looking', 'looking', 'typing', 'typing'] as const) expect((await mark(state)).status).toBe(204);
  await mark('looking', agent);
  expect(await present()).toEqual([[colleague.username, true]]);
  const data = { id, by: colleague.id };
  expect((await events()).filter(({ data }) => 'by' in data && data.by === colleague.id)).toEqual([
    { channel: 'private-dashboard', data },
    { channel: 'private-dashboard', data },
  ]);
  expect(await sql`select from events where channel = ${`private-user.${buyer.id}`} and event = 'presence'`).toEqual(
    [],
  );
  shop.clock.advance(61_000);
  expect(await present()).toEqual([]);
  await mark('looking');
  expect(await present()).toEqual([[colleague.username, false]]);
  await mark('gone');
  expect(await present()).toEqual([]);
  expect((await mark('looking', buyer)).status).toBe(403);
  const nowhere = { params: { id: randomUUID() }, body: { state: 'looking' } } as const;
  expect((await desk(contract.markPresence, nowhere)).status).toBe(404);
});

const assign = (
  id: string,
  assignee_id: string | null,
  { who = desk, taken_from = undefined as string | undefined } = {},
) => who(contract.assignTicket, { params: { id }, body: { assignee_id, ...(taken_from && { taken_from }) } });

test('a ticket goes to anybody with the duty, who is told, and to nobody else', async () => {
  const buyer = await shop.createUser();
  const { id, number } = await opened(buyer);
  expect((await assign(id, colleague.id)).body.data.assignee).toMatchObject({ id: colleague.id });
  const inbox = await sql`select content from notifications where user_id = ${colleague.id}`;
  expect(JSON.stringify(inbox)).toContain(agent.username);
  expect(JSON.stringify(inbox)).toContain(String(number));
  const publisher = await shop.createUser({ role: 'admin', duties: ['publisher'] });
  for (const wrong of [publisher.id, buyer.id, randomUUID()])
    expect((await assign(id, wrong, { who: shop.as(colleague) })).body.errors).toHaveProperty('assignee_id');
  expect((await change([id], { assignee_id: publisher.id }, shop.as(colleague))).status).toBe(422);
  expect((await detail(id)).agents.map((one) => one.id).sort()).toEqual([agent.id, colleague.id].sort());
});

test('tickets that are given in bulk are one notification, and so is taking them back; nobody hears of their own', async () => {
  const buyer = await shop.createUser();
  const [one, two] = [await opened(buyer, 'One'), await opened(buyer, 'Two')];
  const other = await shop.createUser({ role: 'admin', duties: ['support'] });
  const inbox = (who: TestUser) => sql<{ content: unknown; link: string }[]>`
    select content, link from notifications where user_id = ${who.id} order by id`;
  const own = (await inbox(agent)).length;
  const given = await change([one.id, two.id], { assignee_id: other.id });
  const values = { name: agent.username, count: 2 };
  expect(await inbox(other)).toMatchObject([
    { content: { key: 'desk.given_many_text', values }, link: '/admin/tickets' },
  ]);
  await desk(contract.undoChange, { params: { id: given.body.data.id! } });
  expect((await inbox(other)).at(-1)).toMatchObject({ content: { key: 'desk.taken_back_many_text', values } });
  await change([one.id], { assignee_id: other.id });
  expect((await inbox(other)).at(-1)).toMatchObject({
    content: { key: 'desk.given_text', values: { number: String(one.number) } },
    link: `/admin/tickets/${one.id}`,
  });
  await change([two.id], { assignee_id: agent.id });
  expect([(await inbox(other)).length, (await inbox(agent)).length]).toEqual([3, own]);
});

test('what a colleague has is taken over by somebody who was told their name, and in bulk it stays theirs', async () => {
  const buyer = await shop.createUser();
  const [theirs, free] = [await opened(buyer, 'Theirs'), await opened(buyer, 'Free')];
  await assign(theirs.id, colleague.id, { who: shop.as(colleague) });
  const refused = await assign(theirs.id, agent.id);
  expect([refused.status, refused.body.message]).toEqual([409, `${colleague.username} has it: take over?`]);
  expect((await assign(theirs.id, null)).status).toBe(409);
  const made = await change([theirs.id, free.id], { assignee_id: agent.id });
  expect(made.body.data).toMatchObject({ changed: 1, with_others: 1 });
  expect((await detail(theirs.id)).assignee).toMatchObject({ id: colleague.id });
  const other = await shop.createUser({ role: 'admin', duties: ['support'] });
  expect((await assign(theirs.id, agent.id, { taken_from: other.id })).status).toBe(409);
  expect((await assign(theirs.id, agent.id, { taken_from: colleague.id })).status).toBe(200);
  const inbox = await sql`select title from notifications where user_id = ${colleague.id} order by id desc limit 1`;
  expect(JSON.stringify(inbox)).toContain('desk.taken_from_title');
});

test('an answer to what was read before somebody wrote or decided is refused, with what was written', async () => {
  const buyer = await shop.createUser();
  const { id } = await opened(buyer);
  const read = (await detail(id)).version;
  await shop.as(buyer)(commentTicket, { params: { id }, body: { body: 'Found it, thank you.' } });
  const late = (version: number) =>
    desk(contract.answerTicket, { params: { id }, body: { body: `Where? ${version}`, settle: null, version } });
  const refused = await late(read);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    reason: 'ticket_changed',
    comments: [{ author: buyer.username, by_staff: false, body: 'Found it, thank you.' }],
  });
  expect((await detail(id)).comments).toHaveLength(2);
  const { version } = refused.body as unknown as { version: number };
  expect((await detail(id)).version).toBe(version);
  await shop.as(colleague)(contract.settleTicket, { params: { id }, body: { settle: 'solved' } });
  expect((await late(version)).body).toMatchObject({ reason: 'ticket_changed', comments: [] });
  // Marking it, or having it, changes nothing that an answer rests on.
  await change([id], { tag: 'found', priority: 2, assignee_id: agent.id });
  expect((await late((await detail(id)).version)).status).toBe(201);
});

test('a ticket that another one was merged into has changed for who answers it', async () => {
  const buyer = await shop.createUser();
  const [from, to] = [await opened(buyer, 'From'), await opened(buyer, 'To')];
  const { version } = await detail(to.id);
  await merge(from.id, to.number);
  const late = { params: { id: to.id }, body: { body: 'Late', settle: null, version } };
  expect((await desk(contract.answerTicket, late)).status).toBe(409);
});
