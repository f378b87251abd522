import { describe, expect, it } from 'vitest';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import * as orders from '#contracts/shop/orders.ts';
import type { CodeFormat } from '#contracts/supply/codes/code-format.ts';
import { luhnDigit } from '#contracts/supply/codes/luhn.ts';
import { commitImport, uploadImport } from '#contracts/supply/imports.ts';
import { proposeProgramme } from '#contracts/supply/programmes.ts';
import { approveBatchAs, approveProgrammeAs } from '#features/demo/people/approve-as.ts';
import { type Random, seededRandom } from '#features/oversight/import-guard/numbers/seeded-random.ts';
import { randomCode, randomPin } from '#features/oversight/import-guard/random-code.ts';
import { confirmBatch } from '#features/supply/batches/confirm-batch.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { chunks, createStaff } from '#tests/support/staff.ts';

const shop = await createTestShop();
const { ctx, sql, as } = shop;
const { importer, approver, second, programmeFacts, openBatch, manifestOf } = await createStaff(shop);
const importing = await shop.createUser({ role: 'admin', duties: ['importer'] });
const approving = await shop.createUser({ role: 'admin', duties: ['approver'] });

const FULL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const READABLE: CodeFormat = {
  code: { kind: 'alnum', groups: [4, 1, 4, 1, 4], sep: '-', alphabet: FULL },
  pin: { kind: 'numeric', length: 11 },
};
const LONG: CodeFormat = {
  code: { kind: 'numeric', length: 19, prefix: '600649' },
  pin: { kind: 'numeric', length: 8 },
};

/** A programme proposed through the API and approved by two others. */
async function approved(code_format: CodeFormat) {
  const facts = programmeFacts({ code_format });
  const { status, body } = await as(importing)(proposeProgramme, { body: facts });
  expect([status, body.message]).toEqual([201, undefined]);
  const { id } = body.data;
  await approveProgrammeAs(ctx, second, { id });
  await approveProgrammeAs(ctx, approver, { id });
  return { id, registration_ref: facts.registration_ref };
}

async function upload(batch_id: string, rows: string[]) {
  const csv = ['code,pin,face_value', ...rows].join('\n');
  return as(importing)(uploadImport, { params: { id: batch_id }, query: {}, body: chunks(csv) });
}

async function imported(batch_id: string, rows: string[]) {
  const { status, body } = await upload(batch_id, rows);
  expect([status, body.message]).toEqual([201, undefined]);
  expect((await as(importing)(commitImport, { params: { id: body.data.id } })).status).toBe(202);
  await shop.runQueuedJobs();
}

const digits = (random: Random, count: number) => Array.from({ length: count }, () => random(10)).join('');
const numberOf = (random: Random) => {
  const body = ['4', '51', '54', '55', '2221'][random(5)]!;
  const whole = body + digits(random, 15 - body.length);
  return whole + luhnDigit(whole);
};
/** Number, expiry date and verification value of a card, as a person would read them. */
const readableRow = (random: Random) => {
  const text = numberOf(random);
  const code = `${text.slice(0, 4)}-C-${text.slice(4, 8)}-H-${text.slice(8, 12)}`;
  return `${code},${text.slice(12)}0529${digits(random, 3)},25.00`;
};
const behindPrefix = (random: Random) => {
  const text = numberOf(random);
  return `600649${text.slice(0, 13)},${text.slice(13)}${digits(random, 5)},25.00`;
};
const honestRow = ({ code, pin }: CodeFormat, random: Random) =>
  `${randomCode(code, random)},${pin ? randomPin(pin, random) : ''},25.00`;
const rowsOf = (count: number, row: (at: number) => string) => Array.from({ length: count }, (_, at) => row(at));

async function expectRefused(
  { programme, batch_id, rows }: { programme: string; batch_id: string; rows: string[] },
  by: number,
) {
  const { status, body } = await upload(batch_id, rows);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['file']]);
  const [, row] = /IG-24, row (\d+)/.exec(body.message ?? '')!;
  // The header is row 1.
  expect(Number(row) - 1).toBeLessThanOrEqual(by);
  expect(await sql`select from cards where batch_id = ${batch_id}`).toEqual([]);
  expect(await sql`select state from programmes where id = ${programme}`).toEqual([{ state: 'suspended' }]);
  const alerts = await as(approving)(listAlerts, { query: { open: '1' } });
  expect(alerts.body.data.find(({ subject }) => subject === programme)!.sentence).toMatch(/IG-24/);
}

describe('a file of card numbers is refused, its programme suspended and the back office told', () => {
  it('by row 20, where letters stand between number, expiry date and verification value', async () => {
    const { id } = await approved(READABLE);
    const random = seededRandom('readable');
    const rows = rowsOf(400, () => readableRow(random));
    await expectRefused({ programme: id, batch_id: await openBatch(id), rows }, 20);
  });

  it('by row 20, whatever honest stock came before', async () => {
    const { id } = await approved(LONG);
    const random = seededRandom('honest first');
    await imported(
      await openBatch(id),
      rowsOf(2000, () => honestRow(LONG, random)),
    );
    const rows = rowsOf(300, () => behindPrefix(random));
    await expectRefused({ programme: id, batch_id: await openBatch(id), rows }, 20);
  });

  it('where one row in twenty-five carries one', async () => {
    const { id } = await approved(READABLE);
    const random = seededRandom('diluted');
    const rows = rowsOf(4000, (at) => (at % 25 === 0 ? readableRow(random) : honestRow(READABLE, random)));
    await expectRefused({ programme: id, batch_id: await openBatch(id), rows }, 3000);
  });
});

it('5x5 codes of letters and digits go from proposal to sale and reveal', async () => {
  const format: CodeFormat = {
    code: { kind: 'alnum', groups: [5, 5, 5, 5, 5], sep: '-', alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789' },
    pin: null,
  };
  const { id, registration_ref } = await approved(format);
  const random = seededRandom('5x5');
  const codes = rowsOf(300, () => randomCode(format.code, random));
  const batch_id = await openBatch(id, { invoice_reference: 'INV-5x5' });
  await imported(
    batch_id,
    codes.map((code) => `${code},,25.00`),
  );
  await confirmBatch(ctx, importer, { batch_id, manifest: manifestOf(codes, registration_ref, 'INV-5x5') });
  expect((await approveBatchAs(ctx, approver, { batch_id })).on_sale).toBe(300);
  const buyer = as(await shop.createUser({ balance_cents: 10_000 }));
  const [card] = await sql<
    { id: string }[]
  >`select id from cards where batch_id = ${batch_id} and state = 'available' limit 1`;
  const { body } = await buyer(orders.placeOrder, { body: { ids: [card!.id] } });
  const params = { id: body.data.id, card_id: card!.id };
  const revealed = await buyer(orders.revealCard, { params, body: { consent: true } });
  expect(codes).toContain(revealed.body.data.code);
});
