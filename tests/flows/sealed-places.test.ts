import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { evidenceOf } from '#app/checks.ts';
import { sealedPlacesOf } from '#app/features.ts';
import { hangingOn, retireData } from '#app/keys/retire-data.ts';
import { rotateData } from '#app/keys/rotate-data.ts';
import { claimCard } from '#contracts/desk/claims.ts';
import { startTwoFactor } from '#contracts/identity/factors.ts';
import { subscribePush } from '#contracts/identity/push.ts';
import { addAlertReceiver } from '#contracts/oversight/alert-receivers.ts';
import { uploadImport } from '#contracts/supply/imports.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { startIssuer } from '#features/demo/issuer/start-issuer.ts';
import { ensurePushKey } from '#features/identity/push/keys/ensure-push-key.ts';
import { findPushKey } from '#features/identity/push/keys/push-key.ts';
import {
  checkEvidence,
  type EvidencePlace,
  startOfEvidence,
} from '#features/oversight/audit/verification/check-evidence.ts';
import { codeDigest } from '#features/oversight/import-guard/code-digest.ts';
import { startPushService } from '#tests/support/push-service.ts';
import { createSellers } from '#tests/support/sellers.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { chunks, codeNumber } from '#tests/support/staff.ts';

const adapter_secret = 'shared with the issuer alone';
const issuer = await startIssuer({ secretOf: () => adapter_secret, now: () => shop.clock.now() });
afterAll(issuer.stop);
const service = await startPushService();
const shop = await createTestShop({ issuer_demo_url: issuer.url, outgoing_test_url: service.url });
const owner = { ...shop.ctx, sql: shop.sql };
const places = sealedPlacesOf(true);
const rotation = {
  owner,
  masterKey: shop.masterKey,
  places,
  say: () => {},
  wait: async (ms: number) => shop.clock.advance(ms),
};

test('every column with a wrapped key is in a place, and every sealed one among its values', async () => {
  const columns = await shop.sql<{ name: string }[]>`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
      and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.data_type = 'bytea'`;
  const named = (pattern: RegExp) => columns.map(({ name }) => name).filter((name) => pattern.test(name));
  expect(places.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(named(/data_key$/).sort());
  const values = places.flatMap((place) => place.values.map(({ table, column }) => `${table}.${column}`));
  const sealed = named(/\.(sealed|sealed_\w+|tax_id|adapter_secret)$/).filter((name) => name !== 'keyrings.sealed');
  expect(values.sort()).toEqual(sealed.sort());
});

/** What the check of the audit log finds wrong with rows that prove themselves. */
async function forgeries(): Promise<string[]> {
  const found: string[] = [];
  for (let place: EvidencePlace | null = startOfEvidence; place; ) {
    const { next, problems } = await checkEvidence(owner, evidenceOf(true), place);
    found.push(...problems);
    place = next;
  }
  return found;
}

/** Something in every place: each by the way that people take. */
async function fill(): Promise<void> {
  const sellers = await createSellers(shop);
  const { staff, importer } = sellers;
  const seller = await sellers.verified();
  expect((await sellers.payTo(seller.id)).status).toBe(200);
  const code = codeNumber(7919);
  const { batch_id } = await staff.onSale([{ code }], {
    programme: { adapter_url: 'https://issuer.example/api', adapter_secret, guarantee_hours: 24 },
  });
  await shop.runQueuedJobs();
  const buyer = await sellers.newBuyer();
  const [card] = await shop.sql<{ id: string }[]>`select id from cards where batch_id = ${batch_id}`;
  const order = await sellers.buy(buyer, [card!.id]);
  expect((await sellers.reveal(buyer, order.id, card!.id)).status).toBe(200);
  issuer.settle(codeDigest(code), 'redeemed', { balance_cents: 0, redeemed_at: shop.clock.now().toISOString() });
  const claim = {
    params: { id: order.id, card_id: card!.id },
    body: { reason: 'spent' as const, note: 'It says empty.' },
  };
  expect((await shop.as(buyer)(claimCard, { ...claim, idempotencyKey: randomUUID() })).status).toBe(201);
  const programme = await staff.activeProgramme();
  const open = await staff.openBatch(programme.id);
  await shop.refresh(importer);
  const csv = `code,pin,face_value,expires_on\n${codeNumber(15_838)},123456,25.00,`;
  const upload = { params: { id: open }, query: { file_name: 'stock.csv' }, body: chunks(csv) };
  expect((await shop.as(importer)(uploadImport, upload as never)).status).toBe(201);
  expect((await shop.as(await shop.createUser())(startTwoFactor)).status).toBe(201);
  await ensurePushKey(shop.ctx);
  const browser = service.newBrowser((await findPushKey(shop.ctx))!.public_key);
  expect((await shop.as(await shop.createUser())(subscribePush, { body: { ...browser } })).status).toBe(201);
  const receiver = {
    name: 'On call',
    form: 'json',
    severity: 'critical',
    url: 'https://receiver.example/',
    secret: 's'.repeat(16),
  };
  const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
  expect((await shop.as(approver)(addAlertReceiver, { body: receiver as never })).status).toBe(201);
}

test('every value of every place is sealed anew, opens, and proves itself as before', async () => {
  await fill();
  const [first] = shop.ctx.vault.ring.keys.filter(({ kind }) => kind === 'data');
  const before = await hangingOn({ ...owner, places }, Buffer.from(first!.id, 'hex'));
  const counted = before.flatMap(({ values }) => Object.keys(values));
  expect([...new Set(counted)].sort()).toEqual(
    [...new Set(places.flatMap(({ values }) => values.map(({ table }) => table)))].sort(),
  );
  const flawed = await forgeries();
  await rotateData(rotation);
  const [, second] = shop.ctx.vault.ring.keys.filter(({ kind }) => kind === 'data');
  const between = await hangingOn({ ...owner, places }, Buffer.from(second!.id, 'hex'));
  expect(between.map(({ place, values }) => ({ place, values }))).toEqual(
    before.map(({ place, values }) => ({ place, values })),
  );
  expect(
    (await hangingOn({ ...owner, places }, Buffer.from(first!.id, 'hex'))).flatMap(({ values }) => Object.keys(values)),
  ).toEqual([]);
  shop.clock.advance(15 * MINUTE_MS);
  await retireData(rotation, 1);
  expect(await hangingOn({ ...owner, places }, Buffer.from(first!.id, 'hex'))).toEqual([]);
  expect(await forgeries()).toEqual(flawed);
  for (const place of places) {
    const keys = await shop.sql<{ id: string; wrapped: Buffer }[]>`
      select ${shop.sql(place.id)}::text as id, ${shop.sql(place.column)} as wrapped from ${shop.sql(place.table)}
      where ${shop.sql(place.column)} is not null`;
    expect(keys.map(({ wrapped }) => wrapped.length)).toEqual(keys.map(() => 65));
    for (const { id, wrapped } of keys) owner.vault.unwrap(wrapped, place.aad(id));
  }
});
