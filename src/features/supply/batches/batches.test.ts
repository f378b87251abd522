import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listCards } from '#contracts/shop/cards.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { chunks, codeNumber, createStaff } from '#tests/support/staff.ts';
import { approveBatchAs } from '../../demo/people/approve-as.ts';
import { importCards } from '../imports/import-cards.ts';
import { confirmBatch } from './confirm-batch.ts';
import { createBatch } from './create-batch.ts';
import { proposeBatch } from './propose-batch.ts';
import { signedText } from './signed-text.ts';

const shop = await createTestShop();
const { ctx, sql } = shop;
const { importer, approver, admin, activeProgramme, batchFacts, openBatch, importText, manifestOf } =
  await createStaff(shop);
const buyer = await shop.createUser();

let next = 0;
async function importedBatch(count = 3) {
  const programme = await activeProgramme();
  const batch_id = await openBatch(programme.id);
  const codes = Array.from({ length: count }, () => codeNumber(next++));
  await importText(batch_id, `code,pin,face_value\n${codes.map((code) => `${code},730415,25.00`).join('\n')}`);
  return { ...programme, batch_id, codes };
}

const shown = async (programme_id: string) =>
  (await shop.as(buyer)(listCards, { query: { programme_id } })).body.data.length;

it('a batch without a discount takes that of its programme, and needs one where there is no rule', async () => {
  const ruled = await activeProgramme({ price_rule: { discount_bp: 700, rounding_cents: 1 } });
  const { discount_bp: _, ...facts } = batchFacts(ruled.id);
  const { id } = await createBatch(ctx, importer, facts);
  expect(await sql`select discount_bp from batches where id = ${id}`).toEqual([{ discount_bp: 700 }]);
  const plain = await activeProgramme();
  const error = await refusal(createBatch(ctx, importer, { ...facts, programme_id: plain.id }));
  expect(error.errors).toHaveProperty('discount_bp');
});

describe('a card', () => {
  it('goes on sale once its issuer confirmed it and its batch is approved, in either order', async () => {
    const first = await importedBatch();
    await confirmBatch(ctx, importer, {
      batch_id: first.batch_id,
      manifest: manifestOf(first.codes, first.registration_ref),
    });
    expect(await shown(first.id)).toBe(0);
    expect(await approveBatchAs(ctx, approver, first)).toEqual({ on_sale: 3 });
    expect(await shown(first.id)).toBe(3);

    const second = await importedBatch();
    expect(await approveBatchAs(ctx, approver, second)).toEqual({ on_sale: 0 });
    expect(await shown(second.id)).toBe(0);
    const manifest = manifestOf(second.codes.slice(1), second.registration_ref);
    expect(await confirmBatch(ctx, importer, { batch_id: second.batch_id, manifest })).toEqual({
      confirmed: 2,
      unknown: 0,
      unconfirmed: 1,
    });
    expect(await shown(second.id)).toBe(2);
  });

  it('that the issuer does not know stays off sale, and codes that are not in the batch are counted', async () => {
    const { batch_id, codes, registration_ref } = await importedBatch();
    const elsewhere = await importedBatch(1);
    const manifest = manifestOf([codes[0]!, codeNumber(999_999), elsewhere.codes[0]!], registration_ref);
    expect(await confirmBatch(ctx, importer, { batch_id, manifest })).toEqual({
      confirmed: 1,
      unknown: 2,
      unconfirmed: 2,
    });
    expect(await sql`select from cards where batch_id = ${elsewhere.batch_id} and issuer_confirmed`).toHaveLength(0);
    expect(await confirmBatch(ctx, importer, { batch_id, manifest })).toEqual({
      confirmed: 0,
      unknown: 3,
      unconfirmed: 2,
    });
  });

  it('can not be put on sale unconfirmed by any statement', async () => {
    const { batch_id } = await importedBatch();
    const putOnSale = async () => sql`update cards set state = 'available' where batch_id = ${batch_id}`;
    await expect(putOnSale()).rejects.toThrow(/came with an import that is not approved/);
    await approveBatchAs(ctx, approver, { batch_id });
    await expect(putOnSale()).rejects.toThrow(/cards_check/);
  });
});

describe('a manifest', () => {
  it.each<[string, (text: string) => string, RegExp]>([
    [
      'with one letter changed',
      (text) => text.replace(/\n([0-9a-f])/, (_, digit) => `\n${digit === 'a' ? 'b' : 'a'}`),
      /isn't signed by the issuer/,
    ],
    ['without a signature', (text) => text.slice(0, text.lastIndexOf('\nsignature: ')), /isn't signed by the issuer/],
    ['with a line added below', (text) => `${text}${'0'.repeat(64)}\n`, /isn't signed by the issuer/],
    ['that is empty', () => '', /isn't signed by the issuer/],
    [
      'signed by somebody else',
      (text) => {
        const body = text.slice(0, text.lastIndexOf('\nsignature: '));
        return signedText(body, sign(null, Buffer.from(body), generateKeyPairSync('ed25519').privateKey));
      },
      /isn't signed by the issuer/,
    ],
  ])('%s confirms nothing', async (_what, change, message) => {
    const { batch_id, codes, registration_ref } = await importedBatch();
    const manifest = change(manifestOf(codes, registration_ref));
    expect((await refusal(confirmBatch(ctx, importer, { batch_id, manifest }))).message).toMatch(message);
    expect(await sql`select from cards where batch_id = ${batch_id} and issuer_confirmed`).toHaveLength(0);
  });

  it('about another programme or invoice confirms nothing', async () => {
    const { batch_id, codes, registration_ref } = await importedBatch();
    for (const manifest of [manifestOf(codes, 'REF-0'), manifestOf(codes, registration_ref, 'INV-2')]) {
      expect((await refusal(confirmBatch(ctx, importer, { batch_id, manifest }))).errors).toHaveProperty('manifest');
    }
  });

  it('needs an importer, and a batch with its file', async () => {
    const { id, batch_id, codes, registration_ref } = await importedBatch();
    const manifest = manifestOf(codes, registration_ref);
    expect((await refusal(confirmBatch(ctx, approver, { batch_id, manifest }))).code).toBe('forbidden');
    expect((await refusal(confirmBatch(ctx, importer, { batch_id: crypto.randomUUID(), manifest }))).code).toBe(
      'not_found',
    );
    const empty = await openBatch(id);
    expect((await refusal(confirmBatch(ctx, importer, { batch_id: empty, manifest }))).code).toBe('conflict');
  });

  it('leaves its hash in the audit log and none of its lines', async () => {
    const { batch_id, codes, registration_ref } = await importedBatch();
    await confirmBatch(ctx, importer, { batch_id, manifest: manifestOf(codes, registration_ref) });
    const [entry] =
      await sql`select details from audit_entries where subject = ${batch_id} and action = 'batch.confirmed'`;
    expect(entry!.details).toEqual({
      key_id: expect.any(String),
      confirmed: 3,
      unknown: 0,
      unconfirmed: 0,
      manifest_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
});

describe('a batch', () => {
  it('is approved once, by an approver, after its file came', async () => {
    const { id, batch_id } = await importedBatch();
    expect((await refusal(approveBatchAs(ctx, importer, { batch_id }))).code).toBe('forbidden');
    await approveBatchAs(ctx, approver, { batch_id });
    expect((await refusal(approveBatchAs(ctx, approver, { batch_id }))).code).toBe('conflict');
    const draft = await openBatch(id);
    expect((await refusal(approveBatchAs(ctx, approver, { batch_id: draft }))).code).toBe('conflict');
    expect((await refusal(approveBatchAs(ctx, approver, { batch_id: crypto.randomUUID() }))).code).toBe('not_found');
  });

  it('whose approval was withdrawn is approved after it was proposed again', async () => {
    const { batch_id } = await importedBatch();
    await sql`
      update proposals set decision = 'withdrawn', decider_id = proposer_id, decided_at = now()
      where subject = ${batch_id}`;
    expect((await refusal(approveBatchAs(ctx, approver, { batch_id }))).code).toBe('conflict');
    expect((await refusal(proposeBatch(ctx, approver, { batch_id }))).code).toBe('forbidden');
    const both = await admin(['importer', 'approver']);
    await proposeBatch(ctx, both, { batch_id });
    expect((await refusal(proposeBatch(ctx, importer, { batch_id }))).code).toBe('conflict');
    expect((await refusal(approveBatchAs(ctx, both, { batch_id }))).code).toBe('forbidden');
    await approveBatchAs(ctx, approver, { batch_id });
    expect((await refusal(proposeBatch(ctx, importer, { batch_id }))).code).toBe('conflict');
    expect((await refusal(proposeBatch(ctx, importer, { batch_id: crypto.randomUUID() }))).code).toBe('not_found');
  });

  it('that is proposed again by somebody else is still not approved by who imported it', async () => {
    const programme = await activeProgramme();
    const both = await admin(['importer', 'approver']);
    const batch_id = await openBatch(programme.id);
    const bytes = chunks(`code,pin,face_value\n${codeNumber(next++)},730415,25.00`);
    await importCards(ctx, both, { batch_id, file_name: 'a.csv', bytes });
    await sql`
      update proposals set decision = 'withdrawn', decider_id = proposer_id, decided_at = now()
      where subject = ${batch_id}`;
    await proposeBatch(ctx, importer, { batch_id });
    expect((await refusal(approveBatchAs(ctx, both, { batch_id }))).code).toBe('forbidden');
    await sql`
      update proposals set decision = 'approved', decider_id = ${both.user.id}, decided_at = now()
      where subject = ${batch_id} and decision is null`;
    await expect(sql`update batches set state = 'approved' where id = ${batch_id}`).rejects.toThrow(
      /was not approved by somebody else/,
    );
  });

  it('of a suspended programme is not approved', async () => {
    const { id, batch_id } = await importedBatch();
    await sql`update programmes set state = 'suspended' where id = ${id}`;
    expect((await refusal(approveBatchAs(ctx, approver, { batch_id }))).code).toBe('conflict');
  });

  it.each([
    ['by an approver', 'forbidden', {}],
    ['for a programme that is not there', 'invalid', { programme_id: crypto.randomUUID() }],
    ['with an invoice of tomorrow', 'invalid', { invoice_date: '2999-01-01' }],
    ['with a card number for a name', 'invalid', { name: 'Batch 4111111111111111' }],
  ] as const)('is not opened %s', async (_what, code, changes) => {
    const { id } = await activeProgramme();
    const actor = code === 'forbidden' ? approver : importer;
    expect((await refusal(createBatch(ctx, actor, batchFacts(id, changes)))).code).toBe(code);
  });

  it.each([
    ['0.01', 10_000_000],
    ['3.1 % more', 1_031_000_000],
    ['3.1 % less', 969_000_000],
  ])('is not opened with a typed rate that is off the shop’s own: %s', async (_, usd_e9) => {
    const { id } = await activeProgramme();
    const refused = await refusal(createBatch(ctx, importer, batchFacts(id, { usd_e9 })));
    expect(refused.errors).toHaveProperty('usd_e9');
    expect((await sql`select from batches where programme_id = ${id}`).length).toBe(0);
  });

  it('is priced by the shop’s own rate, whatever rate was typed beside it', async () => {
    const { id } = await activeProgramme();
    const batch = await openBatch(id, { usd_e9: 1_029_000_000 });
    expect(await sql`select usd_e9 from batches where id = ${batch}`).toEqual([{ usd_e9: 1_000_000_000 }]);
  });

  it('is neither opened nor filled while the shop’s sources tell no rate of its currency', async () => {
    const { id } = await activeProgramme();
    const batch = await openBatch(id);
    shop.clock.advance(601_000);
    const refused = await refusal(createBatch(ctx, importer, batchFacts(id)));
    expect([refused.code, refused.message]).toEqual([
      'conflict',
      expect.stringMatching(/no current dollar rate for EUR/),
    ]);
    const bytes = chunks('code,pin,face_value\n');
    const file = { batch_id: batch, file_name: 'stock.csv', bytes };
    expect((await refusal(importCards(ctx, importer, file))).code).toBe('conflict');
  });

  it('of dollar cards is priced in dollars as they are', async () => {
    const { id } = await activeProgramme({ currency: 'USD' });
    expect((await refusal(createBatch(ctx, importer, batchFacts(id, { usd_e9: 999_999_999 })))).errors).toHaveProperty(
      'usd_e9',
    );
  });
});
