import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { listCards } from '#contracts/shop/cards.ts';
import { placeOrder, returnCard, revealCard } from '#contracts/shop/orders.ts';
import { getIssuerReports, uploadReport } from '#contracts/supply/issuers.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { chunks, codeNumber, createStaff } from '#tests/support/staff.ts';
import { checkEvidence, startOfEvidence } from '../../../oversight/audit/verification/check-evidence.ts';
import { codeDigest } from '../../../oversight/import-guard/code-digest.ts';
import { signedText } from '../../batches/signed-text.ts';
import { reportEvidence } from './report-evidence.ts';
import { type Report, reportText } from './report-text.ts';
import { watchReports } from './watch-reports.ts';

const shop = await createTestShop();
const { ctx, sql, clock } = shop;
const staff = await createStaff(shop);
const importer = await shop.createUser({ role: 'admin', duties: ['importer'] });
const buyer = await shop.createUser({ balance_cents: 500_000, tier: 2 });

let next = 0;
let programme_id: string;
let registration_ref: string;
let batch_id: string;
let codes: string[];

/** A batch on sale of a programme whose issuer can't be asked. */
async function onSale(cards = 50) {
  codes = Array.from({ length: cards }, () => codeNumber(next++));
  ({ programme_id, batch_id } = await staff.onSale(codes.map((code) => ({ code }))));
  [{ registration_ref }] = await sql<[{ registration_ref: string }]>`
    select registration_ref from programmes where id = ${programme_id}`;
}

const reportOf = (statuses: [string, 'redeemed' | 'inactive' | 'unknown'][], changes: Partial<Report> = {}) =>
  staff.signed(
    reportText({
      programme: registration_ref,
      from: new Date(clock.now().getTime() - 30 * DAY_MS),
      until: clock.now(),
      statuses: new Map(statuses.map(([code, status]) => [codeDigest(code), status])),
      ...changes,
    }),
  );
const upload = (report: string, who = importer) =>
  shop.as(who)(uploadReport, { params: { id: programme_id }, body: chunks(report) });
const refusal = async (report: string) => {
  const { status, body } = await upload(report);
  return [status, body.errors?.report];
};
const state = async () => (await shop.as(importer)(getIssuerReports, { params: { id: programme_id } })).body.data;
const canary = async () => {
  const rows = await sql<{ blind_index: Buffer }[]>`
    select blind_index from cards where batch_id = ${batch_id} and canary`;
  expect(rows).toHaveLength(1);
  return codes.find((code) => ctx.vault.blindIndex(codeDigest(code)).equals(rows[0]!.blind_index))!;
};
const others = async () => {
  const kept = await canary();
  return codes.filter((code) => code !== kept);
};
const cardOf = async (code: string) => {
  const [card] = await sql<{ state: string; issuer_confirmed: boolean; unusable: boolean }[]>`
    select state, issuer_confirmed, unusable_at is not null as unusable from cards
    where blind_index = ${ctx.vault.blindIndex(codeDigest(code))}`;
  return card;
};
const alerts = async (subject = batch_id) => {
  const open = await sql<{ kind: string }[]>`
    select kind from alerts where subject = ${subject} and resolved_at is null order by kind`;
  return open.map(({ kind }) => kind);
};
const listed = async () =>
  (await shop.as(buyer)(listCards, { query: { programme_id, per_page: '100' } })).body.data.length;
const batchState = async () => (await sql<{ state: string }[]>`select state from batches where id = ${batch_id}`)[0]!;

beforeEach(async () => {
  clock.advance(DAY_MS);
  await sql`update sessions set confirmed_at = ${clock.now()}, last_used_at = ${clock.now()}`;
});

describe('a report of the issuer', () => {
  it('that names a redeemed canary stops its batch and raises an alert', async () => {
    await onSale();
    expect(await listed()).toBe(49);
    const { status, body } = await upload(reportOf([[await canary(), 'redeemed']]));
    expect([status, body.data]).toMatchObject([200, { overdue: false, last: { listed: 1, unsold: 1 } }]);
    expect([await batchState(), await listed()]).toEqual([{ state: 'paused' }, 0]);
    expect(await alerts()).toEqual(['stock.canary_redeemed']);
    const [entry] = await sql`
      select details from audit_entries where subject = ${batch_id} and action = 'batch.canary_redeemed'`;
    expect(entry).toEqual({ details: { canaries: 1, cards: 49 } });
  });

  it.each(['unknown', 'inactive'] as const)(
    'that takes back its word about a canary (%s) raises an alert, and the batch stays on sale',
    async (word) => {
      await onSale();
      await upload(reportOf([[await canary(), word]]));
      expect([await listed(), await alerts()]).toEqual([49, ['stock.denied']]);
      expect(await cardOf(await canary())).toMatchObject({ state: 'paused', unusable: false });
    },
  );

  it('takes cards off sale that it names, and brakes a batch above 2%', async () => {
    await onSale();
    const [first, second, third] = await others();
    await upload(reportOf([[first!, 'redeemed']]));
    expect([await listed(), await alerts(), await cardOf(first!)]).toEqual([
      48,
      [],
      { state: 'void', issuer_confirmed: true, unusable: true },
    ]);
    clock.advance(DAY_MS);
    await upload(reportOf([[second!, 'unknown']]));
    expect([await listed(), await alerts(), await cardOf(second!)]).toEqual([
      47,
      ['stock.unknown_cards'],
      { state: 'unconfirmed', issuer_confirmed: false, unusable: false },
    ]);
    clock.advance(DAY_MS);
    await upload(reportOf([[third!, 'inactive']]));
    expect([await listed(), await alerts()]).toEqual([0, ['stock.braked', 'stock.unknown_cards']]);
  });

  it('says nothing of what buyers redeem, nor of cards of other programmes', async () => {
    await onSale();
    const [foreign] = await others();
    await onSale();
    const [card] = (await shop.as(buyer)(listCards, { query: { programme_id, per_page: '1' } })).body.data;
    const body = { ids: [card!.id] };
    const order = (await shop.as(buyer)(placeOrder, { body, idempotencyKey: randomUUID() })).body.data;
    const params = { id: order.id, card_id: card!.id };
    const sold = (await shop.as(buyer)(revealCard, { params, body: { consent: true } })).body.data.code!;
    const { data } = (
      await upload(
        reportOf([
          [sold, 'redeemed'],
          [foreign!, 'redeemed'],
        ]),
      )
    ).body;
    expect(data).toMatchObject({ last: { listed: 2, unsold: 0 } });
    expect([await cardOf(sold), await cardOf(foreign!)]).toMatchObject([
      { state: 'sold', unusable: false },
      { state: 'available', unusable: false },
    ]);
  });

  it('keeps a card off sale that was redeemed while somebody had bought it unseen, and returned it', async () => {
    await onSale();
    const [card] = (await shop.as(buyer)(listCards, { query: { programme_id, per_page: '1' } })).body.data;
    const body = { ids: [card!.id] };
    const order = (await shop.as(buyer)(placeOrder, { body, idempotencyKey: randomUUID() })).body.data;
    const [row] = await sql<{ blind_index: Buffer }[]>`select blind_index from cards where id = ${card!.id}`;
    const code = codes.find((one) => ctx.vault.blindIndex(codeDigest(one)).equals(row!.blind_index))!;
    expect((await upload(reportOf([[code, 'redeemed']]))).status).toBe(200);
    const params = { id: order.id, card_id: card!.id };
    expect((await shop.as(buyer)(returnCard, { params })).status).toBe(200);
    expect(await cardOf(code)).toMatchObject({ state: 'void', unusable: true });
  });

  it('shows who uploaded it and what it is about, without saying which cards are canaries', async () => {
    await onSale();
    expect(await state()).toMatchObject({ expected: true, overdue: false, last: null });
    const until = clock.now();
    await upload(reportOf([[await canary(), 'redeemed']], { until }));
    const { next_from, last } = await state();
    expect([next_from, last]).toMatchObject([
      until.toISOString(),
      { covers_until: until.toISOString(), listed: 1, unsold: 1, uploaded_by: importer.username },
    ]);
    const [entry] = await sql`
      select actor_id, details ->> 'listed' as listed from audit_entries
      where subject = ${programme_id} and action = 'programme.reported'`;
    expect(entry).toEqual({ actor_id: importer.id, listed: '1' });
    const written = shop.logged.join('');
    for (const code of codes) expect(written).not.toContain(codeDigest(code));
  });
});

describe('a report is refused', () => {
  it.each([
    ['another end', 'covers_until', "covers_until + interval '1 hour'"],
    ['another hash', 'report_sha256', "decode(repeat('00', 32), 'hex')"],
  ])('that was written past the shop, and the check of the audit log names it: %s', async (_what, column, value) => {
    await onSale(1);
    await upload(reportOf([]));
    const problems = async () => (await checkEvidence(ctx, [reportEvidence], startOfEvidence)).problems;
    expect(await problems()).toEqual([]);
    // What can't be read as a time would end the check.
    await sql`
      insert into audit_entries (action, subject, details)
      select action, subject, details || '{"until": "never"}' from audit_entries
      where action = 'programme.reported' and subject = ${programme_id}`;
    expect(await problems()).toEqual([]);
    await sql`update issuer_reports set ${sql(column)} = ${sql.unsafe(value)} where programme_id = ${programme_id}`;
    expect(await problems()).toEqual([expect.stringContaining('has no entry in the audit log')]);
    await sql`delete from issuer_reports where programme_id = ${programme_id}`;
  });

  it('that the issuer of this programme did not sign, and nothing follows from it', async () => {
    await onSale();
    const report = reportOf([[await canary(), 'redeemed']]);
    const { privateKey } = generateKeyPairSync('ed25519');
    const text = report.slice(0, report.indexOf('\nsignature: '));
    const notSigned = [422, ["The report isn't signed by the issuer."]];
    expect(await refusal(signedText(text, sign(null, Buffer.from(text), privateKey)))).toEqual(notSigned);
    expect(await refusal(report.replace('redeemed', 'inactive'))).toEqual(notSigned);
    expect(await refusal(text)).toEqual(notSigned);
    await sql`update issuer_keys set revoked_at = ${clock.now()}, revoked_by = ${importer.id}, revoke_reason = 'lost'
      where programme_id = ${programme_id}`;
    expect(await refusal(report)).toEqual(notSigned);
    expect([await listed(), await alerts(), (await state()).last]).toEqual([49, [], null]);
  });

  it('that is about another programme', async () => {
    await onSale();
    const report = reportOf([], { programme: 'REF-of-another' });
    expect(await refusal(report)).toEqual([422, ['The report is about another programme.']]);
  });

  it('that is a manifest', async () => {
    await onSale();
    expect(await refusal(staff.manifestOf(codes, registration_ref))).toEqual([
      422,
      ["This file is signed, but it isn't a report."],
    ]);
  });

  it('that was uploaded before, or ends no later than the last one', async () => {
    await onSale();
    const report = reportOf([]);
    const older = reportOf([], { until: new Date(clock.now().getTime() - DAY_MS) });
    expect((await upload(report)).status).toBe(200);
    const old = [422, [expect.stringMatching(/^There is already a report up to .*\. Upload one that ends later\.$/)]];
    expect([await refusal(report), await refusal(older)]).toEqual([old, old]);
    // The same in another file: signatures of a text are equal, line ends aren't.
    expect(await refusal(report.trimEnd())).toEqual(old);
  });

  it('that leaves out a time, in which a code may have been redeemed', async () => {
    await onSale();
    const gap = [422, [expect.stringMatching(/^A time is missing before this report\./)]];
    clock.advance(2 * DAY_MS);
    expect(await refusal(reportOf([], { from: new Date(clock.now().getTime() - DAY_MS) }))).toEqual(gap);
    expect((await upload(reportOf([]))).status).toBe(200);
    const until = clock.now();
    clock.advance(2 * DAY_MS);
    expect(await refusal(reportOf([], { from: new Date(until.getTime() + 1) }))).toEqual(gap);
    expect((await upload(reportOf([], { from: until }))).status).toBe(200);
  });

  it('that ends in the future, or before it begins', async () => {
    await onSale();
    expect(await refusal(reportOf([], { until: new Date(clock.now().getTime() + DAY_MS) }))).toEqual([
      422,
      ['The report ends in the future. Ask the issuer for one that ends today.'],
    ]);
    expect(await refusal(reportOf([], { from: clock.now() }))).toEqual([422, ['The report ends before it begins.']]);
  });

  it.each([
    ['without a line', (text: string) => text.replace(/\nfrom: .*/, ''), 'The report is missing its from.'],
    ['with a wrong count', (text: string) => text.replace('cards: 1', 'cards: 2'), 'The report is incomplete.'],
    [
      'with another word',
      (text: string) => text.replace('redeemed', 'active'),
      'The report has an invalid card entry.',
    ],
    [
      'that names a code twice',
      (text: string) => `${text}\n${text.split('\n').at(-1)}`,
      'The report has an invalid card entry.',
    ],
    [
      'with a day instead of a time',
      (text: string) => text.replace(/T.*Z\nuntil/, '\nuntil'),
      'The report has an invalid time as its from.',
    ],
  ])('%s', async (_what, change, sentence) => {
    await onSale(1);
    const report = reportOf([[codes[0]!, 'redeemed']]);
    const text = change(report.slice(0, report.indexOf('\nsignature: ')));
    expect(await refusal(staff.signed(text))).toEqual([422, [sentence]]);
  });

  it('that is too large', async () => {
    await onSale(1);
    expect((await upload('x'.repeat(16_000_001))).status).toBe(413);
  });

  it('from whoever neither imports nor approves', async () => {
    await onSale(1);
    for (const duties of [['support'], ['auditor']]) {
      const who = await shop.createUser({ role: 'admin', duties });
      expect((await upload(reportOf([]), who)).status).toBe(403);
    }
    expect((await upload(reportOf([]), buyer)).status).toBe(403);
    const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
    expect((await upload(reportOf([]), approver)).status).toBe(200);
  });
});

describe('a reminder', () => {
  it('comes after 14 days without a report, once, and ends with the report', async () => {
    await onSale();
    clock.advance(14 * DAY_MS - 1000);
    await watchReports(ctx);
    expect(await alerts(programme_id)).toEqual([]);
    clock.advance(2000);
    await watchReports(ctx);
    await watchReports(ctx);
    expect([await alerts(programme_id), (await state()).overdue]).toEqual([['programme.report_due'], true]);
    const [alert] = await sql`select times from alerts where subject = ${programme_id}`;
    expect(alert).toEqual({ times: 1 });
    await sql`update sessions set last_used_at = ${clock.now()}`;
    const old = reportOf([], { until: new Date(clock.now().getTime() - 14 * DAY_MS - 1) });
    expect((await upload(old)).status).toBe(200);
    expect(await alerts(programme_id)).toEqual(['programme.report_due']);
    expect((await upload(reportOf([]))).status).toBe(200);
    await watchReports(ctx);
    expect([await alerts(programme_id), (await state()).overdue]).toEqual([[], false]);
  });

  it('comes for no programme without canaries, nor for one whose issuer is asked', async () => {
    await onSale(49);
    clock.advance(20 * DAY_MS);
    await watchReports(ctx);
    expect([await alerts(programme_id), await state()]).toMatchObject([[], { expected: false, due_at: null }]);
  });
});
