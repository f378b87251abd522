import { describe, expect, it } from 'vitest';
import { listNotifications } from '#contracts/messages/notifications.ts';
import { approveBatch, changePrices, withdrawBatch } from '#contracts/supply/batches.ts';
import {
  cancelImport,
  commitImport,
  exportImportErrors,
  getImport,
  getTemplate,
  listImports,
  undoImport,
  uploadImport,
} from '#contracts/supply/imports.ts';
import { editProgramme } from '#contracts/supply/programmes.ts';
import { HOUR_MS } from '#contracts/time-units.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { chunks, codeNumber, createStaff } from '#tests/support/staff.ts';
import type { VaultCtx } from '../../ctx.ts';
import { approveProgrammeAs } from '../../demo/people/approve-as.ts';
import { getActorByUsername } from '../../identity/sessions/get-actor-by-username.ts';
import { GUARD_VERSION } from '../../oversight/import-guard/scan/rule.ts';
import { confirmBatch } from '../batches/confirm-batch.ts';
import { commitTask } from './progress/commit-task.ts';
import { watchImports } from './progress/watch-imports.ts';

const shop = await createTestShop();
const { ctx, sql, as } = shop;
const staff = await createStaff(shop);
const { activeProgramme, openBatch, manifestOf, setReference } = staff;
const importer = await shop.createUser({ role: 'admin', duties: ['importer'] });
const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
const buyer = await shop.createUser();

let next = 500_000;
const HEADER = 'code,pin,face_value';
const rows = (count: number) => Array.from({ length: count }, () => `${codeNumber(next++)},730415,25.00`);
const csvOf = (lines: string[], header = HEADER) => [header, ...lines].join('\n');

async function openDraft(changes = {}, batch = {}) {
  const programme = await activeProgramme(changes);
  return { ...programme, batch_id: await openBatch(programme.id, batch) };
}
const upload = (batch_id: string, csv: string, query = {}, user: TestUser = importer) =>
  as(user)(uploadImport, { params: { id: batch_id }, query, body: chunks(csv) });
const importOf = async (id: string, query = {}) => (await as(importer)(getImport, { params: { id }, query })).body;
const commit = (id: string, user: TestUser = importer) => as(user)(commitImport, { params: { id } });
async function checked(batch_id: string, csv: string, user = importer) {
  const { status, body } = await upload(batch_id, csv, {}, user);
  expect([status, body.message]).toEqual([201, undefined]);
  return body.data;
}
async function imported(batch_id: string, csv: string, user = importer) {
  const { id } = await checked(batch_id, csv, user);
  expect((await commit(id, user)).status).toBe(202);
  await shop.runQueuedJobs();
  return (await importOf(id)).data;
}
const statesOf = async (batch_id: string) =>
  Object.fromEntries(
    (
      await sql<{ state: string; cards: number }[]>`
        select state, count(*) as cards from cards where batch_id = ${batch_id} group by state`
    ).map(({ state, cards }) => [state, cards]),
  );
const approve = async (batch_id: string, user = approver) => {
  await shop.refresh(user);
  const [open] = await sql<{ id: string }[]>`
    select id from proposals where subject = ${batch_id} and decision is null`;
  return as(user)(approveBatch, {
    params: { id: batch_id },
    body: { proposal_id: open?.id ?? batch_id, reason: 'as in the contract' },
  });
};
const chunksOf = (id: string) => sql`select from import_chunks where import_id = ${id}`;

/** Everything the database stores, as one string. */
async function everythingStored(): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const texts = [];
  for (const { name } of tables) {
    const found = await sql<{ text: string }[]>`select row_to_json(t)::text as text from ${sql(name)} t`;
    texts.push(...found.map(({ text }) => text));
  }
  return texts.join('\n');
}

describe('a dry run', () => {
  it('judges every row and writes no card, and keeps what it read sealed', async () => {
    const { batch_id } = await openDraft();
    const [good, other] = rows(2) as [string, string];
    const lines = [
      good,
      'NOT-A-CODE,730415,25.00',
      other.replace('25.00', '30.00'),
      good,
      `${codeNumber(next++)},7304,25`,
    ];
    const { status, body } = await upload(batch_id, csvOf(lines), { file_name: 'stock.csv' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      state: 'checked',
      rows: { total: 5, clean: 1, quarantined: 1, refused: 3 },
      quarantine: [{ rules: ['IG-20'], cards: 1 }],
      refused_by_rule: [
        { rule: 'IG-15', rows: 2 },
        { rule: 'IG-19', rows: 1 },
      ],
      delimiter: ',',
      decimal_comma: false,
      dotted_dates: false,
      columns: ['code', 'pin', 'face_value'],
    });
    expect(await statesOf(batch_id)).toEqual({});
    const stored = await everythingStored();
    for (const secret of [good.slice(0, 17), 'NOT-A-CODE', '730415']) expect(stored).not.toContain(secret);
    const [refused] = (await importOf(body.data.id, { rule: 'IG-19' })).data.errors;
    expect(refused).toEqual({ row: 5, column: 'code', rule: 'IG-19', hint: null });
    expect((await importOf(body.data.id, { page: '2', per_page: '2' })).meta).toMatchObject({
      total: 3,
      from: 3,
      to: 3,
    });
  });

  it.each([
    ['semicolons, decimal commas and dotted dates', ';', '', { decimal_comma: true, dotted_dates: true }],
    ['tabs', '\t', '', { delimiter: '\t' }],
    ['a sep line', ';', 'sep=;\r\n', { delimiter: ';' }],
  ])('reads a file with %s, and says so', async (_what, mark, before, expected) => {
    const { batch_id } = await openDraft();
    const cells = [codeNumber(next++), '730415', '25,00', '31.12.2040'];
    const head = ['code', 'pin', 'face_value', 'expires_on'];
    const { body } = await upload(batch_id, `${before}${head.join(mark)}\r\n${cells.join(mark)}\r\n`);
    expect(body.data).toMatchObject({ state: 'checked', rows: { clean: 1 }, ...expected });
    await commit(body.data.id);
    await shop.runQueuedJobs();
    expect(await sql`select face_cents, expires_on from cards where batch_id = ${batch_id}`).toEqual([
      { face_cents: 2500, expires_on: '2040-12-31' },
    ]);
  });

  it('recognises what a spreadsheet did to codes and PINs', async () => {
    const code = { kind: 'numeric', length: 16, prefix: '000712' } as const;
    const { batch_id } = await openDraft({ code_format: { code, pin: { kind: 'numeric', length: 6 } } });
    const whole = '0007123456789012';
    const lines = [
      '7.12346E+12,730415,25.00',
      '7123456789012,730415,25.00',
      `${whole}.0,730415,25.00`,
      `${whole},1234,25.00`,
    ];
    const { data } = await importOf((await upload(batch_id, csvOf(lines))).body.data.id);
    expect(data.errors.map(({ row, hint }) => [row, hint])).toEqual([
      [2, 'scientific'],
      [3, 'leading_zeros'],
      [4, 'decimal'],
      [5, 'leading_zeros'],
    ] as const);
    expect([data.state, data.refusal?.reason]).toEqual(['refused', 'nothing']);
    expect([...data.hints].sort()).toEqual(['decimal', 'leading_zeros', 'scientific']);
  });

  it('takes columns as they were matched, and remembers that for the supplier', async () => {
    const supplier = { supplier: 'Foreign Names Ltd' };
    const { id, batch_id } = await openDraft({}, supplier);
    const own = 'Aufdruck,Rubbelfeld,Stufe';
    const refused = await upload(batch_id, csvOf(rows(1), own));
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringMatching(/IG-12, row 1, column 1/)]);
    const { data } = (await as(importer)(listImports, { params: { id: batch_id } })).body;
    expect(data[0]?.columns).toEqual([null, null, null]);
    expect((await upload(batch_id, csvOf(rows(1), own), { columns: 'code,nothing,' })).status).toBe(422);
    const matched = await upload(batch_id, csvOf(rows(1), own), { columns: 'code,pin,face_value' });
    expect(matched.body.data).toMatchObject({ state: 'checked', columns: ['code', 'pin', 'face_value'] });
    expect((await upload(await openBatch(id, supplier), csvOf(rows(1), own))).status).toBe(201);
    expect((await upload(await openBatch(id), csvOf(rows(1), own))).status).toBe(422);
    expect(await everythingStored()).not.toContain('rubbelfeld');
  });

  it('matches no column of payment-card data to anything', async () => {
    const { batch_id } = await openDraft();
    const { status, body } = await upload(batch_id, csvOf(rows(1), 'code,cvv,face_value'), {
      columns: 'code,pin,face_value',
    });
    expect([status, body.message]).toEqual([422, expect.stringMatching(/IG-11, row 1, column 2/)]);
  });

  it('of a file with a card number keeps nothing anywhere, and the batch takes the right file next', async () => {
    const { batch_id } = await openDraft();
    const canary = '4929421234567897';
    const good = rows(1200);
    shop.logged.length = 0;
    const refused = await upload(batch_id, csvOf([...good, `${canary},730415,25.00`]));
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['file']]);
    const { data } = (await as(importer)(listImports, { params: { id: batch_id } })).body;
    expect(data).toMatchObject([
      { state: 'refused', refusal: { reason: 'guard', rule: 'IG-01', row: 1202, column: 'code' } },
    ]);
    expect(await chunksOf(data[0]!.id)).toEqual([]);
    const traces = `${await everythingStored()}${shop.logged.join()}${JSON.stringify(refused.body)}`;
    for (const trace of [canary, good[0]!.slice(0, 17)]) expect(traces).not.toContain(trace);
    expect(await imported(batch_id, csvOf(good))).toMatchObject({ state: 'committed', imported_cards: 1200 });
  });

  it('takes a file by its name only if the name is honest', async () => {
    const { batch_id } = await openDraft();
    expect((await upload(batch_id, csvOf(rows(1)), { file_name: 'fullz_2026.csv' })).status).toBe(422);
  });

  it('is refused for another type, above the size limit, without a batch, and to others', async () => {
    const { batch_id } = await openDraft();
    const params = { id: batch_id };
    const json = { 'content-type': 'application/json' };
    const body = () => chunks(csvOf(rows(1)));
    const send = (headers: Record<string, string>) =>
      shop.request(uploadImport, { token: importer.token, headers, params, body: body() });
    expect((await send(json)).status).toBe(400);
    expect((await send({ 'content-length': '15000001' })).status).toBe(413);
    const endless = async function* () {
      yield Buffer.from(`${HEADER}\n`);
      for (let at = 0; at < 16; at++) yield Buffer.alloc(1_000_000, '\n');
    };
    expect((await as(importer)(uploadImport, { params, body: endless() })).status).toBe(413);
    expect((await upload(crypto.randomUUID(), csvOf(rows(1)))).status).toBe(404);
    expect((await upload(batch_id, csvOf(rows(1)), {}, approver)).status).toBe(403);
    expect((await upload(batch_id, csvOf(rows(1)), {}, buyer)).status).toBe(403);
    expect((await as(null)(uploadImport, { params, body: body() })).status).toBe(401);
    await sql`update batches set state = 'withdrawn' where id = ${batch_id}`;
    expect((await upload(batch_id, csvOf(rows(1)))).status).toBe(409);
  });

  it('that nobody finishes is given up', async () => {
    const { batch_id } = await openDraft();
    const { id } = await checked(batch_id, csvOf(rows(1)));
    await sql`update imports set state = 'checking' where id = ${id}`;
    shop.clock.advance(20_000);
    expect((await importOf(id)).data).toMatchObject({ state: 'checking', stalled: true });
    shop.clock.advance(140_000);
    await watchImports(ctx);
    expect((await importOf(id)).data.state).toBe('cancelled');
  });
});

it('a dry run that was given up in the meantime keeps nothing', async () => {
  const { batch_id } = await openDraft();
  const late = async function* () {
    yield Buffer.from(`${csvOf(rows(2))}\n`);
    const giveUp = async () => (await sql`update imports set state = 'cancelled' where batch_id = ${batch_id}`).count;
    await expect.poll(giveUp).toBe(1);
    yield Buffer.from(rows(1).join());
  };
  expect((await as(importer)(uploadImport, { params: { id: batch_id }, body: late() })).status).toBe(409);
  const { data } = (await as(importer)(listImports, { params: { id: batch_id } })).body;
  expect(data).toMatchObject([{ state: 'cancelled' }]);
  expect(await chunksOf(data[0]!.id)).toEqual([]);
});

describe('an import', () => {
  it('runs as a job, asks for the approval, and tells its importer in the shop and by mail', async () => {
    const { batch_id } = await openDraft();
    const done = await imported(batch_id, csvOf(rows(1100)));
    expect(done).toMatchObject({
      state: 'committed',
      imported_cards: 1100,
      committed_by: importer.username,
      progress: null,
    });
    expect(await chunksOf(done.id)).toEqual([]);
    expect(await sql`select data_key from imports where id = ${done.id}`).toEqual([{ data_key: null }]);
    expect(await statesOf(batch_id)).toEqual({ unconfirmed: 1100 });
    expect(await sql`select kind from proposals where subject = ${batch_id}`).toEqual([{ kind: 'batch.approval' }]);
    const told = (await as(importer)(listNotifications)).body.data;
    expect(told[0]).toMatchObject({ title: 'Your import is finished', link: `/reseller/import/${batch_id}` });
    const mails = await sql<{ text: string }[]>`select m::text as text from mailbox m`;
    expect(mails.some(({ text }) => text.includes(importer.email) && text.includes('1,100 cards imported'))).toBe(true);
  });

  it('needs a checked file, the guard of today, a programme on sale, and an importer', async () => {
    const { id: programme, batch_id } = await openDraft();
    const { id } = await checked(batch_id, csvOf(rows(1)));
    expect((await commit(id, approver)).status).toBe(403);
    expect((await commit(crypto.randomUUID())).status).toBe(404);
    await sql`update imports set guard_version = 1 where id = ${id}`;
    expect((await commit(id)).body.message).toMatch(/guard has changed/);
    await sql`update imports set guard_version = ${GUARD_VERSION} where id = ${id}`;
    await sql`update programmes set state = 'suspended' where id = ${programme}`;
    expect((await commit(id)).status).toBe(409);
    await sql`update programmes set state = 'active' where id = ${programme}`;
    expect((await commit(id)).status).toBe(202);
    expect((await commit(id)).status).toBe(409);
    await shop.runQueuedJobs();
    const nothing = await upload(batch_id, csvOf(['x,y,z']));
    expect(nothing.body.data.refusal?.reason).toBe('nothing');
    expect((await commit(nothing.body.data.id)).status).toBe(409);
  });

  it('adds no row that a newer version of the programme has another mask for', async () => {
    const { id: programme_id, batch_id } = await openDraft();
    const { id } = await checked(batch_id, csvOf(rows(2)));
    const { issuer_public_key: _, ...facts } = staff.programmeFacts({
      code_format: { code: { kind: 'numeric', length: 16, prefix: '978801', checksum: 'luhn' } },
    });
    await as(importer)(editProgramme, { params: { id: programme_id }, body: facts });
    for (const actor of [staff.approver, staff.second]) await approveProgrammeAs(ctx, actor, { id: programme_id });
    await commit(id);
    await shop.runQueuedJobs();
    expect((await importOf(id)).data).toMatchObject({
      state: 'committed',
      imported_cards: 0,
      rows: { refused: 2 },
      refused_by_rule: [{ rule: 'IG-15', rows: 2 }],
    });
    expect(await statesOf(batch_id)).toEqual({});
  });

  it('goes on from its last chunk after a crash, in another process, and adds every card once', async () => {
    const { batch_id } = await openDraft();
    const { id } = await checked(batch_id, csvOf(rows(1400)));
    await commit(id);
    let sealed = 0;
    const seal: VaultCtx['vault']['seal'] = (...facts) => {
      if (++sealed > 1200) throw new Error('the process died');
      return ctx.vault.seal(...facts);
    };
    await commitTask({ ...ctx, vault: { ...ctx.vault, seal } })({ import_id: id }, { last: false });
    expect(await statesOf(batch_id)).toEqual({ unconfirmed: 1000 });
    expect((await importOf(id)).data).toMatchObject({
      state: 'committing',
      stalled: false,
      progress: { done: 1000, rows: 1400 },
    });
    await sql`delete from graphile_worker._private_jobs`;
    shop.clock.advance(20_000);
    await setReference('EUR', 1);
    expect((await importOf(id)).data).toMatchObject({ state: 'committing', stalled: true });
    await watchImports(ctx);
    const [told] = (await as(importer)(listNotifications)).body.data;
    expect(told).toMatchObject({ title: 'Your import has stalled' });
    await shop.runQueuedJobs();
    expect((await importOf(id)).data).toMatchObject({ state: 'committed', stalled: false, imported_cards: 1400 });
    expect(await statesOf(batch_id)).toEqual({ unconfirmed: 1400 });
  });

  it('that two processes run at once adds every card once', async () => {
    const { batch_id } = await openDraft();
    const { id } = await checked(batch_id, csvOf(rows(2100)));
    await commit(id);
    await Promise.all([1, 2].map(() => commitTask(ctx)({ import_id: id }, { last: false })));
    // On a busy machine, both may have ended after their two seconds.
    await shop.runQueuedJobs();
    expect((await importOf(id)).data).toMatchObject({ state: 'committed', imported_cards: 2100 });
  });

  it('that keeps failing waits for a person, who lets it go on', async () => {
    const { id: programme, batch_id } = await openDraft();
    const { id } = await checked(batch_id, csvOf(rows(3)));
    await commit(id);
    await sql`update programmes set state = 'suspended' where id = ${programme}`;
    for (let attempt = 0; attempt < 5; attempt++) await commitTask(ctx)({ import_id: id }, { last: false });
    expect((await importOf(id)).data.state).toBe('failed');
    expect((await as(importer)(listNotifications)).body.data[0]).toMatchObject({ title: 'Your import failed' });
    await sql`update programmes set state = 'active' where id = ${programme}`;
    expect((await commit(id)).status).toBe(202);
    await shop.runQueuedJobs();
    expect((await importOf(id)).data).toMatchObject({ state: 'committed', imported_cards: 3 });
  });

  it('that somebody else lets go on still counts as of whoever imported the first part of it', async () => {
    const { batch_id } = await openDraft();
    const { id } = await checked(batch_id, csvOf(rows(3)));
    const people = await Promise.all([1, 2, 3].map(() => shop.createUser({ role: 'admin', duties: ['importer'] })));
    const failsAfter = (cards: number) =>
      sql`update imports set state = 'failed', imported_cards = ${cards} where id = ${id}`;
    for (const [at, user] of people.entries()) {
      expect((await commit(id, user)).status).toBe(202);
      await failsAfter(at);
    }
    const importers = await sql<{ id: string }[]>`select batch_importers as id from batch_importers(${batch_id})`;
    const known = people.map((user) => importers.some((one) => one.id === user.id));
    // Nothing was imported for the first of them.
    expect(known).toEqual([false, true, true]);
    await sql`delete from graphile_worker._private_jobs`;
  });

  it('beside another one of the same codes adds each of them once, and names the rows that were refused', async () => {
    const { id: programme, batch_id } = await openDraft();
    const both = rows(1300);
    const one = await checked(batch_id, csvOf(both));
    const two = await checked(await openBatch(programme), csvOf([...both].reverse()));
    await Promise.all([commit(one.id), commit(two.id)]);
    await shop.runQueuedJobs();
    const [first, second] = [(await importOf(one.id)).data, (await importOf(two.id)).data];
    expect([first.state, second.state]).toEqual(['committed', 'committed']);
    expect(first.imported_cards + second.imported_cards).toBe(1300);
    expect(first.rows.refused + second.rows.refused).toBe(1300);
  });

  it('adds nothing when its file comes again, and takes the mended rows of it', async () => {
    const { batch_id } = await openDraft();
    const [good, mended] = rows(2) as [string, string];
    const part = csvOf([good, mended.slice(1)]);
    expect(await imported(batch_id, part)).toMatchObject({ imported_cards: 1, rows: { refused: 1 } });
    const again = await upload(batch_id, part);
    expect([again.status, again.body.message]).toEqual([409, expect.stringMatching(/already has this very file/)]);
    expect(await imported(batch_id, csvOf([good, mended]))).toMatchObject({ imported_cards: 1, rows: { refused: 1 } });
    expect(await statesOf(batch_id)).toEqual({ unconfirmed: 2 });
  });

  it('into a batch on sale waits for an approval of its own, by nobody who imported into the batch', async () => {
    const { registration_ref, batch_id } = await openDraft();
    const [first, second] = [rows(2), rows(3)];
    await imported(batch_id, csvOf(first));
    const manifest = manifestOf(
      [...first, ...second].map((row) => row.slice(0, 17)),
      registration_ref,
    );
    const actor = await getActorByUsername(ctx, importer.username);
    const confirm = () => confirmBatch(ctx, actor, { batch_id, manifest });
    await confirm();
    expect((await approve(batch_id)).status).toBe(200);
    expect(await statesOf(batch_id)).toEqual({ available: 2 });

    // Imports first and changes the duty afterwards: nobody holds both at once.
    const both = await shop.createUser({ role: 'admin', duties: ['importer'] });
    const { id } = await imported(batch_id, csvOf(second), both);
    await shop.appoint(both, ['approver']);
    await confirm();
    expect(await statesOf(batch_id)).toEqual({ available: 2, unconfirmed: 3 });
    expect((await approve(batch_id, both)).status).toBe(403);
    await expect(sql`update cards set state = 'available' where import_id = ${id}`).rejects.toThrow(/not approved/);
    await expect(
      sql`update imports set approved_by = ${both.id}, approved_at = now() where id = ${id}`,
    ).rejects.toThrow(/not approved by somebody else/);
    expect((await approve(batch_id)).status).toBe(200);
    expect(await statesOf(batch_id)).toEqual({ available: 5 });
    expect((await importOf(id)).data.approved_by).toBe(approver.username);
  });
});

describe('what an approver has read', () => {
  const openProposal = async (subject: string) =>
    (await sql<{ id: string }[]>`select id from proposals where subject = ${subject} and decision is null`)[0]?.id;
  const approveRead = async (batch_id: string, proposal_id: string) => {
    await shop.refresh(approver);
    const body = { proposal_id, reason: 'as in the contract' };
    return as(approver)(approveBatch, { params: { id: batch_id }, body });
  };

  it('is not approved together with a file or a price that came later', async () => {
    const { batch_id } = await openDraft();
    await imported(batch_id, csvOf(rows(1)));
    const read = (await openProposal(batch_id))!;
    const { id } = await imported(batch_id, csvOf(rows(3)));
    expect((await approveRead(batch_id, read)).body.message).toMatch(/newer proposal/);
    expect((await importOf(id)).data.approved_by).toBeNull();

    const both = (await openProposal(batch_id))!;
    await as(importer)(changePrices, { params: { id: batch_id }, body: { discount_bp: 9000 } });
    expect((await approveRead(batch_id, both)).body.message).toMatch(/newer proposal/);
    expect((await approve(batch_id)).status).toBe(200);
    await as(importer)(changePrices, { params: { id: batch_id }, body: { discount_bp: 500 } });
    expect(await openProposal(batch_id)).toBeUndefined();
  });
});

describe('an import that is taken back', () => {
  it('before it began leaves nothing of its file', async () => {
    const { batch_id } = await openDraft();
    const { id } = await checked(batch_id, csvOf(rows(1)));
    expect((await as(approver)(cancelImport, { params: { id } })).status).toBe(403);
    expect((await as(importer)(cancelImport, { params: { id } })).body.data.state).toBe('cancelled');
    expect(await chunksOf(id)).toEqual([]);
    expect((await as(importer)(cancelImport, { params: { id } })).status).toBe(409);
    expect((await as(importer)(cancelImport, { params: { id: crypto.randomUUID() } })).status).toBe(404);
    expect((await commit(id)).status).toBe(409);
  });

  it('while it runs voids what it added, and its codes may come again', async () => {
    const { batch_id } = await openDraft();
    const csv = csvOf(rows(1400));
    const { id } = await checked(batch_id, csv);
    await commit(id);
    const seal: VaultCtx['vault']['seal'] = () => {
      throw new Error('the process died');
    };
    // The first chunk seals its cards and what IG-24 counted.
    let sealed = 0;
    const vault = {
      ...ctx.vault,
      seal: (...facts: Parameters<typeof seal>) => (++sealed > 1001 ? seal : ctx.vault.seal)(...facts),
    };
    await commitTask({ ...ctx, vault })({ import_id: id }, { last: false });
    expect(await statesOf(batch_id)).toEqual({ unconfirmed: 1000 });
    // Whoever drops only what nobody imports yet, as a mended file does with its first check, stops no import that began meanwhile.
    expect((await as(importer)(cancelImport, { params: { id }, query: { state: 'checked' } })).status).toBe(409);
    expect(await statesOf(batch_id)).toEqual({ unconfirmed: 1000 });
    await as(importer)(cancelImport, { params: { id } });
    await shop.runQueuedJobs();
    expect(await statesOf(batch_id)).toEqual({ void: 1000 });
    expect(await imported(batch_id, csv)).toMatchObject({ state: 'committed', imported_cards: 1400 });
  });

  it('after it ended voids what is not sold', async () => {
    const { batch_id } = await openDraft();
    const csv = csvOf(rows(4));
    const { id } = await imported(batch_id, csv);
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        update cards set state = 'sold', issuer_confirmed = true
        where id = (select id from cards where batch_id = ${batch_id} limit 1)`;
    });
    const undo = (user: TestUser) => as(user)(undoImport, { params: { id } });
    expect((await undo(await shop.createUser({ role: 'admin', duties: ['support'] }))).status).toBe(403);
    expect((await undo(approver)).body.data).toMatchObject({ state: 'undone' });
    expect(await statesOf(batch_id)).toEqual({ sold: 1, void: 3 });
    expect((await undo(approver)).status).toBe(409);
    const audit =
      await sql`select action, details from audit_entries where subject = ${batch_id} order by id desc limit 1`;
    expect(audit).toMatchObject([{ action: 'import.undone', details: { import_id: id, voided: 3, sold: 1 } }]);
    const open = () => sql`select kind from proposals where subject = ${batch_id} and decision is null`;
    expect(await open()).toEqual([]);
    expect(await imported(batch_id, csv)).toMatchObject({ imported_cards: 3, rows: { refused: 1 } });
    expect(await open()).toEqual([{ kind: 'batch.approval' }]);
  });

  it('frees no code that an approver withdrew', async () => {
    const { id: programme_id, batch_id } = await openDraft();
    const csv = csvOf(rows(2));
    const { id } = await imported(batch_id, csv);
    await shop.refresh(approver);
    await as(approver)(withdrawBatch, { params: { id: batch_id }, body: { reason: 'it was stolen' } });
    expect((await as(importer)(undoImport, { params: { id } })).status).toBe(200);
    expect(await statesOf(batch_id)).toEqual({ withdrawn: 2 });
    const again = await upload(await openBatch(programme_id, { supplier: 'Another Supplier' }), csv);
    expect(again.body.data.refused_by_rule).toEqual([{ rule: 'IG-19', rows: 2 }]);
  });

  it('frees no code of an expired card', async () => {
    const { id: programme_id, batch_id } = await openDraft();
    const csv = csvOf(rows(2));
    const { id } = await imported(batch_id, csv);
    await sql`
      update cards set state = 'expired' where id = (select id from cards where batch_id = ${batch_id} limit 1)`;
    expect((await as(importer)(undoImport, { params: { id } })).status).toBe(200);
    expect(await statesOf(batch_id)).toEqual({ expired: 1, void: 1 });
    const again = await upload(await openBatch(programme_id, { supplier: 'Another Supplier' }), csv);
    expect(again.body.data).toMatchObject({ rows: { clean: 1, refused: 1 } });
  });

  it('is what happens to a file that nobody imports for a day', async () => {
    const { batch_id } = await openDraft();
    const { id } = await checked(batch_id, csvOf(rows(1)));
    shop.clock.advance(23 * HOUR_MS);
    await watchImports(ctx);
    expect(await chunksOf(id)).toHaveLength(1);
    shop.clock.advance(2 * HOUR_MS);
    await watchImports(ctx);
    expect(await chunksOf(id)).toEqual([]);
    expect((await importOf(id)).data.state).toBe('expired');
  });
});

describe('a download', () => {
  it('of the refused rows names their numbers and reasons, and no value', async () => {
    const { batch_id } = await openDraft();
    const { id } = await checked(batch_id, csvOf([...rows(1), 'NOT-A-CODE,730415,25.00', '1.2E+15,730415,25.00']));
    const { headers, body } = await as(importer)(exportImportErrors, { params: { id } });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const why = `"A value that doesn't match the programme's mask or the column's type"`;
    expect(body).toBe(
      `row,column,rule,reason,spreadsheet\r\n3,code,IG-15,${why},\r\n4,code,IG-15,${why},scientific\r\n`,
    );
  });

  it('of a template has the columns of the programme and none of its codes', async () => {
    const { batch_id } = await openDraft();
    const { body } = await as(importer)(getTemplate, { params: { id: batch_id } });
    expect(body).toBe('code,pin,face_value,currency,expires_on\r\nXXXXX-XXXXX-XXXXX,######,10.00,EUR,YYYY-MM-DD\r\n');
    expect((await as(importer)(getTemplate, { params: { id: crypto.randomUUID() } })).status).toBe(404);
  });
});
