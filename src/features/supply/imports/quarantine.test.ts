import { describe, expect, it } from 'vitest';
import { listProposals, withdrawProposal } from '#contracts/oversight/four-eyes.ts';
import { listCards } from '#contracts/shop/cards.ts';
import { addToCart } from '#contracts/shop/cart.ts';
import { placeOrder } from '#contracts/shop/orders.ts';
import {
  askApproval,
  decideQuarantine as contract,
  listQuarantinedCards,
  listQuarantines,
} from '#contracts/supply/batches.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';
import { approveBatchAs } from '../../demo/people/approve-as.ts';
import { confirmBatch } from '../batches/confirm-batch.ts';
import { decideQuarantine } from '../batches/quarantines/decide-quarantine.ts';
import { proposeQuarantine } from '../batches/quarantines/propose-quarantine.ts';
import { importCards } from './import-cards.ts';

const shop = await createTestShop();
const { ctx, sql } = shop;
const staff = await createStaff(shop);
const { importer, approver, admin, activeProgramme, openBatch, importText, manifestOf } = staff;
const buyer = await shop.createUser();

let next = 0;
/** A batch with one good card and one whose face value the programme doesn't have. */
async function quarantined(rows = [',25.00,EUR', ',30.00,EUR']) {
  const programme = await activeProgramme();
  const batch_id = await openBatch(programme.id);
  const codes = rows.map(() => codeNumber(next++ * 97));
  const lines = rows.map((row, at) => `${codes[at]},730415${row}`);
  const report = await importText(batch_id, `code,pin,face_value,currency\n${lines.join('\n')}`);
  const quarantines = await sql<{ id: string; rules: string[] }[]>`
    select id, rules from quarantines where batch_id = ${batch_id} order by rules`;
  return {
    ...programme,
    batch_id,
    codes,
    report,
    quarantines,
    id: quarantines[0]?.id ?? '',
    programme_id: programme.id,
  };
}
type Batch = Awaited<ReturnType<typeof quarantined>>;

const confirm = ({ batch_id, codes, registration_ref }: Batch) =>
  confirmBatch(ctx, importer, { batch_id, manifest: manifestOf(codes, registration_ref) });
type Decision = 'approved' | 'rejected';
const reason = 'Compared with the invoice';
const proposalOf = async (id: string) => {
  const [last] = await sql<{ id: string }[]>`select id from proposals where subject = ${id} order by id desc limit 1`;
  return last?.id ?? crypto.randomUUID();
};
const decide = async (id: string, decision: Decision, actor = approver, ids?: string[]) =>
  decideQuarantine(ctx, actor, {
    params: { id },
    body: { proposal_id: await proposalOf(id), decision, reason, ...(ids && { ids }) },
  });
const statesOf = async ({ batch_id }: Batch) =>
  (await sql<{ state: string }[]>`select state from cards where batch_id = ${batch_id} order by face_cents, id`).map(
    ({ state }) => state,
  );
const shown = async ({ programme_id }: Batch) =>
  (await shop.as(buyer)(listCards, { query: { programme_id } })).body.data.length;

describe('a quarantined card', () => {
  it('is kept sealed and off sale, whatever happens to its batch', async () => {
    const batch = await quarantined();
    expect(batch.report).toMatchObject({ imported: 1, quarantined: [{ rules: ['IG-20'], cards: 1 }], refused: 0 });
    expect(await confirm(batch)).toEqual({ confirmed: 2, unknown: 0, unconfirmed: 0 });
    expect(await approveBatchAs(ctx, approver, batch)).toEqual({ on_sale: 1 });
    expect(await statesOf(batch)).toEqual(['available', 'quarantined']);
    expect(await shown(batch)).toBe(1);
    const [card] = await sql<{ id: string }[]>`
      select id from cards where state = 'quarantined' and batch_id = ${batch.batch_id}`;
    const ids = [card!.id];
    expect((await shop.as(buyer)(addToCart, { body: { ids } })).status).toBe(422);
    expect((await shop.as(await shop.createUser({ balance_cents: 9000 }))(placeOrder, { body: { ids } })).status).toBe(
      404,
    );
    expect(await statesOf(batch)).toEqual(['available', 'quarantined']);
  });

  it('is not put on sale by a manifest that comes after the approval', async () => {
    const batch = await quarantined();
    await approveBatchAs(ctx, approver, batch);
    await confirm(batch);
    expect(await statesOf(batch)).toEqual(['available', 'quarantined']);
  });

  it('leaves its quarantine by no statement, and belongs to it for good', async () => {
    const batch = await quarantined();
    await confirm(batch);
    for (const state of ['available', 'unconfirmed', 'sold'])
      await expect(sql`update cards set state = ${state} where quarantine_id = ${batch.id}`).rejects.toThrow(
        /was not admitted/,
      );
    await expect(
      sql`update cards set quarantine_id = null, state = 'available' where quarantine_id = ${batch.id}`,
    ).rejects.toThrow(/belongs to its quarantine/);
    const record = (who: string, proposal_id: string) => sql`
      insert into quarantine_decisions (quarantine_id, proposal_id, decision, decided_by, decided_at)
      values (${batch.id}, ${proposal_id}, 'approved', ${who}, now())`;
    const proposal = await proposalOf(batch.id);
    const other = (await admin(['approver'])).user.id;
    await expect(record(importer.user.id, proposal)).rejects.toThrow(/is not for user/);
    await expect(record(other, await proposalOf((await quarantined()).id))).rejects.toThrow(/is not for user/);
    await record(other, proposal);
    await expect(
      sql`update quarantine_decisions set card_ids = null where quarantine_id = ${batch.id}`,
    ).rejects.toThrow();
    await sql`update batches set created_by = ${other} where id = ${batch.batch_id}`;
    await expect(sql`update cards set state = 'available' where quarantine_id = ${batch.id}`).rejects.toThrow(
      /was not admitted/,
    );
  });
});

describe('whoever decides about a quarantine', () => {
  it('sees it among the approvals, with its batch, rules and number', async () => {
    const { id } = await quarantined([',30.00,EUR', ',35.00,EUR']);
    const who = await shop.createUser({ role: 'admin', duties: ['approver'] });
    const { body } = await shop.as(who)(listProposals, { query: { per_page: '100' } });
    expect(body.data.find(({ subject }) => subject === id)).toMatchObject({
      kind: 'quarantine.admission',
      label: 'Admit 2 quarantined cards of batch A batch (IG-20)',
      own: false,
    });
  });

  it('admits the cards, which then go the way of their batch', async () => {
    const early = await quarantined();
    expect(await decide(early.id, 'approved')).toEqual({ data: { decision: 'approved', cards: 1, left: 0 } });
    expect(await statesOf(early)).toEqual(['unconfirmed', 'unconfirmed']);
    await confirm(early);
    expect(await approveBatchAs(ctx, approver, early)).toEqual({ on_sale: 2 });

    const late = await quarantined();
    await confirm(late);
    await approveBatchAs(ctx, approver, late);
    await decide(late.id, 'approved');
    expect(await shown(late)).toBe(2);
    expect(
      await sql`
      select actor_id, action, details from audit_entries where subject = ${late.batch_id} order by id desc limit 1`,
    ).toEqual([
      {
        actor_id: approver.user.id,
        action: 'quarantine.approved',
        details: { quarantine_id: late.id, rules: ['IG-20'], cards: 1, left: 0, reason },
      },
    ]);
  });

  it('or voids them for good', async () => {
    const batch = await quarantined();
    await decide(batch.id, 'rejected');
    expect(await statesOf(batch)).toEqual(['unconfirmed', 'void']);
    await confirm(batch);
    await approveBatchAs(ctx, approver, batch);
    expect(await statesOf(batch)).toEqual(['available', 'void']);
    expect((await refusal(decide(batch.id, 'approved'))).code).toBe('conflict');
    await expect(sql`update cards set state = 'available' where quarantine_id = ${batch.id}`).rejects.toThrow(
      /not admitted/,
    );
  });

  it('admits some of the cards, voids others, and has the rest still waiting', async () => {
    const batch = await quarantined([',25.00,EUR', ',30.00,EUR', ',35.00,EUR', ',40.00,EUR']);
    const reader = shop.as(await shop.createUser({ role: 'admin', duties: ['auditor'] }));
    const [quarantine] = (await reader(listQuarantines, { params: { id: batch.batch_id } })).body.data;
    expect(quarantine).toMatchObject({ id: batch.id, rules: ['IG-20'], cards: 3, proposal: { own: false } });
    const { data: rows, meta } = (await reader(listQuarantinedCards, { params: { id: batch.id } })).body;
    expect(rows.map(({ row, face_cents }) => [row, face_cents])).toEqual([
      [3, 3000],
      [4, 3500],
      [5, 4000],
    ]);
    expect([meta.total, Object.keys(rows[0]!)]).toEqual([3, ['id', 'row', 'face_cents', 'expires_on']]);
    const [first, second] = rows.map(({ id }) => id) as [string, string];
    expect((await decide(batch.id, 'approved', approver, [first, first])).data).toEqual({
      decision: 'approved',
      cards: 1,
      left: 2,
    });
    expect((await refusal(decide(batch.id, 'rejected', approver, [first, second]))).code).toBe('conflict');
    expect((await decide(batch.id, 'rejected', approver, [second])).data.left).toBe(1);
    expect(await statesOf(batch)).toEqual(['unconfirmed', 'unconfirmed', 'void', 'quarantined']);
    const standing = () => sql`select decision from proposals where subject = ${batch.id}`;
    expect(await standing()).toEqual([{ decision: null }]);
    await confirm(batch);
    await approveBatchAs(ctx, approver, batch);
    await expect(
      sql`update cards set state = 'available' where quarantine_id = ${batch.id} and state = 'quarantined'`,
    ).rejects.toThrow(/was not admitted/);
    await decide(batch.id, 'rejected');
    expect([await statesOf(batch), await standing()]).toEqual([
      ['available', 'available', 'void', 'void'],
      [{ decision: 'approved' }],
    ]);
    expect((await reader(listQuarantines, { params: { id: batch.batch_id } })).body.data).toEqual([]);
    expect((await reader(listQuarantinedCards, { params: { id: crypto.randomUUID() } })).status).toBe(404);
  });

  it('decides what was read: a newer proposal, and cards of another quarantine, are refused', async () => {
    const batch = await quarantined();
    const other = await quarantined();
    const elsewhere = await sql<{ id: string }[]>`select id from cards where quarantine_id = ${other.id}`;
    const body = { proposal_id: await proposalOf(batch.id), decision: 'approved', reason } as const;
    const ids = elsewhere.map(({ id }) => id);
    const call = (more = {}) =>
      decideQuarantine(ctx, approver, { params: { id: batch.id }, body: { ...body, ...more } });
    expect((await refusal(call({ ids }))).code).toBe('conflict');
    await sql`
      update proposals set decision = 'withdrawn', decider_id = proposer_id, decided_at = now()
      where subject = ${batch.id}`;
    await proposeQuarantine(ctx, importer, batch);
    expect((await refusal(call())).message).toBe('There is a newer proposal. Read it before you decide.');
    expect(await statesOf(batch)).toEqual(['unconfirmed', 'quarantined']);
  });

  it('is asked again by an importer for whatever of a batch nobody is asked for', async () => {
    const batch = await quarantined();
    const user = await shop.createUser({ role: 'admin', duties: ['importer'] });
    const ask = (who = user, id = batch.batch_id) => shop.as(who)(askApproval, { params: { id } });
    expect((await ask()).status).toBe(409);
    await sql`
      update proposals set decision = 'withdrawn', decider_id = proposer_id, decided_at = now()
      where subject in (${batch.id}, ${batch.batch_id})`;
    expect((await ask(await shop.createUser({ role: 'admin', duties: ['approver'] }))).status).toBe(403);
    expect((await ask(user, crypto.randomUUID())).status).toBe(404);
    expect((await ask()).body.data.proposal).toMatchObject({ own: true });
    await decide(batch.id, 'approved');
    await approveBatchAs(ctx, approver, batch);
    expect((await ask()).status).toBe(409);
  });

  it('decides about the rules one by one, and a card that broke two stands apart', async () => {
    const programme = await activeProgramme({ country: 'US', currency: 'USD' });
    const batch_id = await openBatch(programme.id);
    const year = ctx.clock.now().getUTCFullYear() + 2;
    const rows = [`30.00,`, `25.00,${year}-01-01`, `30.00,${year}-01-01`, '25.00,'];
    const lines = rows.map((row) => `${codeNumber(next++ * 97)},730415,${row}`);
    const report = await importText(batch_id, `code,pin,face_value,expires_on\n${lines.join('\n')}`);
    expect(report.quarantined).toEqual([
      { rules: ['IG-20'], cards: 1 },
      { rules: ['IG-20', 'IG-21'], cards: 1 },
      { rules: ['IG-21'], cards: 1 },
    ]);
    const [first] = await sql<
      { id: string }[]
    >`select id from quarantines where batch_id = ${batch_id} and rules = '{IG-20}'`;
    await decide(first!.id, 'approved');
    expect(
      await sql`select count(*) as cards from cards where batch_id = ${batch_id} and state = 'quarantined'`,
    ).toEqual([{ cards: 2 }]);
  });

  it('is an approver who neither opened nor imported the batch, nor proposed it', async () => {
    const batch = await quarantined();
    expect((await refusal(decide(batch.id, 'approved', importer))).code).toBe('forbidden');
    const both = await admin(['importer', 'approver']);
    await sql`update batches set imported_by = ${both.user.id} where id = ${batch.batch_id}`;
    expect((await refusal(decide(batch.id, 'approved', both))).code).toBe('forbidden');
    const buyerActor = { ...approver, user: { ...approver.user, role: 'buyer' as const } };
    expect((await refusal(decide(batch.id, 'approved', buyerActor))).code).toBe('forbidden');
    expect((await refusal(decide(crypto.randomUUID(), 'approved'))).code).toBe('not_found');
    expect(await statesOf(batch)).toEqual(['unconfirmed', 'quarantined']);
  });

  it('admits nothing of a suspended programme, but may void it', async () => {
    const batch = await quarantined();
    await sql`update programmes set state = 'suspended' where id = ${batch.programme_id}`;
    expect((await refusal(decide(batch.id, 'approved'))).code).toBe('conflict');
    await decide(batch.id, 'rejected');
  });

  it('does so over the API, in a session of their own', async () => {
    const batch = await quarantined();
    const read = { proposal_id: await proposalOf(batch.id), decision: 'approved', reason } as const;
    const call = { params: { id: batch.id }, body: read };
    const user = (duty: string) => shop.createUser({ role: 'admin', duties: [duty] });
    expect((await shop.as(null)(contract, call)).status).toBe(401);
    expect((await shop.as(buyer)(contract, call)).status).toBe(403);
    expect((await shop.as(await user('importer'))(contract, call)).status).toBe(403);
    const { status, body } = await shop.as(await user('approver'))(contract, call);
    expect([status, body]).toEqual([200, { data: { decision: 'approved', cards: 1, left: 0 } }]);
  });

  it('is asked again after the proposal was withdrawn', async () => {
    const user = await shop.createUser({ role: 'admin', duties: ['importer'] });
    const batch = await quarantined();
    const [open] = await sql<{ id: string }[]>`select id from proposals where subject = ${batch.id}`;
    expect((await shop.as(user)(withdrawProposal, { params: { id: open!.id } })).status).toBe(403);
    await sql`
      update proposals set decision = 'withdrawn', decider_id = proposer_id, decided_at = now()
      where subject = ${batch.id}`;
    expect((await refusal(decide(batch.id, 'approved'))).code).toBe('conflict');
    expect((await refusal(proposeQuarantine(ctx, approver, batch))).code).toBe('forbidden');
    await proposeQuarantine(ctx, importer, batch);
    await decide(batch.id, 'approved');
    expect((await refusal(proposeQuarantine(ctx, importer, batch))).code).toBe('conflict');
    expect((await refusal(proposeQuarantine(ctx, importer, { id: crypto.randomUUID() }))).code).toBe('not_found');
  });
});

describe('numbers that count up (IG-22)', () => {
  const stock = async (codes: string[], format: object, face = '25.00') => {
    const { id } = await activeProgramme({ code_format: { code: format, pin: null } as never });
    const batch_id = await openBatch(id);
    return {
      batch_id,
      report: await importText(batch_id, `code,face_value\n${codes.map((code) => `${code},${face}`).join('\n')}`),
    };
  };
  const numeric = (prefix: string, checksum?: 'luhn') => ({ kind: 'numeric', length: 16, prefix, checksum });
  const letters = { kind: 'alnum', groups: [4, 4, 4], sep: '-', alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789' };
  const count = (from: number, many: number, write: (n: number) => string) =>
    Array.from({ length: many }, (_, n) => write(from + n));
  const digit = (body: string) => [...'0123456789'].find((last) => luhn(body + last))!;
  const luhn = (text: string) =>
    [...text]
      .reverse()
      .reduce((sum, each, at) => sum + (at % 2 ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(each)]! : Number(each)), 0) %
      10 ===
    0;

  it.each([
    ['as they are', count(0, 30, (n) => `707412${String(1000 + n).padStart(10, '0')}`), numeric('707412')],
    [
      'in another order',
      count(0, 30, (n) => `707420${String(1000 + ((n * 7) % 30)).padStart(10, '0')}`),
      numeric('707420'),
    ],
    [
      'with a check digit that is named',
      count(0, 30, (n) => {
        const body = `707413${String(1000 + n).padStart(9, '0')}`;
        return body + digit(body);
      }),
      numeric('707413', 'luhn'),
    ],
    [
      'with a check digit that is not named',
      count(0, 30, (n) => {
        const body = `707414${String(1000 + n).padStart(9, '0')}`;
        return body + digit(body);
      }),
      numeric('707414'),
    ],
    ['downwards', count(0, 30, (n) => `707415${String(1000 - n).padStart(10, '0')}`), numeric('707415')],
    ['behind letters', count(0, 30, (n) => `ABCD-EFGH-${String(1000 + n)}`), letters],
    [
      'with gaps',
      count(0, 30, (n) => `707416${String(1000 + n + Math.floor(n / 3) * 5).padStart(10, '0')}`),
      numeric('707416'),
    ],
  ])('are quarantined as a whole: %s', async (_what, codes, format) => {
    const { batch_id, report } = await stock(codes, format);
    expect(report).toMatchObject({ imported: 0, quarantined: [{ rules: ['IG-22'], cards: 30 }] });
    expect(await sql`select distinct state from cards where batch_id = ${batch_id}`).toEqual([
      { state: 'quarantined' },
    ]);
  });

  it('add their rule to that of cards that are quarantined already', async () => {
    const { report } = await stock(
      count(0, 10, (n) => `707417${String(1000 + n).padStart(10, '0')}`),
      numeric('707417'),
      '30.00',
    );
    expect(report).toMatchObject({ imported: 0, quarantined: [{ rules: ['IG-20', 'IG-22'], cards: 10 }] });
  });

  it.each([
    ['that jump', count(0, 30, (n) => `707418${String(1000 + n * 20).padStart(10, '0')}`), numeric('707418')],
    [
      'half of which jump',
      count(0, 30, (n) => `707419${String(1000 + n * (n % 2 ? 1 : 90)).padStart(10, '0')}`),
      numeric('707419'),
    ],
    ['behind different letters', count(0, 20, (n) => `ABCE-EFG${'ABCDEFGHJKLMNPQRSTUVWXYZ'[n]}-${1000 + n}`), letters],
  ])('are none: numbers %s', async (_what, codes, format) => {
    expect((await stock(codes, format)).report).toMatchObject({ imported: codes.length, quarantined: [] });
  });
});

describe('a file that leaves no card', () => {
  const HEADER = 'code,pin,face_value\n';

  it.each([
    ['only a header', HEADER],
    ['only rows that do not fit', `${HEADER}NO,730415,25.00\n`],
  ])('with %s leaves its batch open for another one', async (_what, csv) => {
    const { id } = await activeProgramme();
    const batch_id = await openBatch(id);
    expect(await importText(batch_id, csv)).toMatchObject({ imported: 0, quarantined: [] });
    expect(await sql`select state, imported_by, file_sha256 from batches where id = ${batch_id}`).toEqual([
      { state: 'draft', imported_by: null, file_sha256: null },
    ]);
    expect(await sql`select from proposals where subject = ${batch_id}`).toEqual([]);
    expect(await sql`select action from audit_entries where subject = ${batch_id} order by id desc limit 1`).toEqual([
      { action: 'batch.nothing_imported' },
    ]);
    expect(await importText(batch_id, `${HEADER}${codeNumber(next++ * 97)},730415,25.00`)).toMatchObject({
      imported: 1,
    });
  });

  it('never lets an empty batch be approved', async () => {
    const batch = await quarantined([',30.00,EUR']);
    await decide(batch.id, 'rejected');
    expect((await refusal(approveBatchAs(ctx, approver, batch))).message).toBe('This batch has no cards to approve.');
  });
});

describe('the name of a file', () => {
  it.each([
    ['visa_4012888888881881.csv', 'IG-02'],
    ['fullz_2026.csv', 'IG-17'],
    ['4012 8888 8888 1881.csv', 'IG-02'],
  ])('refuses it: %s', async (file_name, rule) => {
    const { id } = await activeProgramme();
    const batch_id = await openBatch(id);
    const bytes = async function* () {
      yield Buffer.from(`code,pin,face_value\n${codeNumber(next++ * 97)},730415,25.00`);
    };
    const refused = await refusal(importCards(ctx, importer, { batch_id, file_name, bytes: bytes() }));
    expect(refused.message).toMatch(rule);
    expect(refused.message).not.toContain(file_name);
    expect(await sql`select from cards where batch_id = ${batch_id}`).toEqual([]);
    const [entry] = await sql<{ details: object }[]>`
      select details from audit_entries where subject = ${batch_id} order by id desc limit 1`;
    expect(entry!.details).toMatchObject({ rule, row: 0 });
    expect(JSON.stringify(entry)).not.toContain('4012');
  });
});
