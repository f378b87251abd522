import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { listCards } from '#contracts/shop/cards.ts';
import { pauseBatch, resumeBatch } from '#contracts/supply/batches.ts';
import { askIssuer, getIssuerCheck, uploadManifest } from '#contracts/supply/issuers.ts';
import { listBatchCards, listBatchHistory } from '#contracts/supply/stock.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { chunks, codeNumber, createStaff } from '#tests/support/staff.ts';
import { startIssuer } from '../../demo/issuer/start-issuer.ts';
import { approveBatchAs } from '../../demo/people/approve-as.ts';
import { codeDigest } from '../../oversight/import-guard/code-digest.ts';
import { canariesOf } from '../batches/canaries/choose-canaries.ts';
import { createIssuerClient } from './adapter/create-issuer-client.ts';
import { askChunk } from './checks/ask-chunk.ts';
import { issuerTask } from './checks/issuer-task.ts';
import { watchIssuers } from './checks/watch-issuers.ts';

const adapter_secret = 'shared with the issuer alone';
const issuer = await startIssuer({ secretOf: () => adapter_secret, now: () => shop.clock.now() });
afterAll(issuer.stop);
const issuer_limits = { timeout_ms: 5_000, retry_ms: 1, pause_ms: 30_000 };
const shop = await createTestShop({ issuer_demo_url: issuer.url, issuer_limits });
const { ctx, sql } = shop;
const staff = await createStaff(shop);
const importer = await shop.createUser({ role: 'admin', duties: ['importer'] });
const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
const office = shop.as(importer);
const buyer = await shop.createUser({ balance_cents: 500_000, tier: 2 });

let next = 0;
let batch_id: string;
let programme_id: string;
let reference: string;
let codes: string[];
let params: { id: string };

/** A batch of a programme whose issuer can be asked, imported but not confirmed. */
async function imported(
  cards: number,
  programme = { adapter_url: 'https://issuer.example/api', adapter_secret } as object,
) {
  ({ id: programme_id, registration_ref: reference } = await staff.activeProgramme(programme));
  batch_id = await staff.openBatch(programme_id);
  params = { id: batch_id };
  codes = Array.from({ length: cards }, () => codeNumber(next++));
  await staff.importText(batch_id, ['code,pin,face_value', ...codes.map((code) => `${code},730415,25.00`)].join('\n'));
}
const digestOf = (at: number) => codeDigest(codes[at]!);
const placeOf = (index: Buffer) => codes.findIndex((code) => ctx.vault.blindIndex(codeDigest(code)).equals(index));
/** In the order of the file. */
const statesOf = async () => {
  const rows = await sql<{ state: string; blind_index: Buffer }[]>`
    select state, blind_index from cards where batch_id = ${batch_id}`;
  return rows.sort((a, b) => placeOf(a.blind_index) - placeOf(b.blind_index)).map(({ state }) => state);
};
const checked = async () => (await office(getIssuerCheck, { params })).body.data;
const alerts = async (subject = batch_id) =>
  (
    await sql<{ kind: string }[]>`
    select kind from alerts where subject = ${subject} and resolved_at is null order by kind`
  ).map(({ kind }) => kind);
const listed = async () =>
  (await shop.as(buyer)(listCards, { query: { programme_id, per_page: '100' } })).body.data.length;
const approve = () => approveBatchAs(ctx, staff.approver, { batch_id });
const nextNight = async () => {
  shop.clock.advance(DAY_MS);
  await watchIssuers(ctx);
  await shop.runQueuedJobs();
};

beforeEach(async () => {
  await sql`update sessions set confirmed_at = ${shop.clock.now()}, last_used_at = ${shop.clock.now()}`;
});

describe('after an import', () => {
  it('the issuer is asked, and what it knows goes on sale once it is approved', async () => {
    await imported(3);
    issuer.settle(digestOf(2), 'unknown');
    await shop.runQueuedJobs();
    expect(await checked()).toMatchObject({
      has_adapter: true,
      check: {
        asked_by: null,
        failure: null,
        total: 3,
        active: 2,
        unknown: 1,
        confirmed: 2,
        ended_at: expect.any(String),
      },
    });
    await approve();
    expect([await statesOf(), await listed()]).toEqual([['available', 'available', 'unconfirmed'], 2]);
    expect(await alerts()).toEqual(['stock.unknown_cards']);
    const [confirmation] = await sql`select source, key_id from confirmations where batch_id = ${batch_id}`;
    expect(confirmation).toEqual({ source: 'adapter', key_id: null });
  });

  it('cards are opened for that by the worker alone, counted in the audit log, and never named in the log', async () => {
    await imported(2);
    await shop.runQueuedJobs();
    const { check } = await checked();
    const opened = await sql`select actor_id, details from audit_entries where subject = ${check!.id}`;
    expect(opened).toEqual([{ actor_id: null, details: { batch_id, cards: 2 } }]);
    const written = shop.logged.join('');
    for (const secret of [...codes, digestOf(0), adapter_secret]) expect(written).not.toContain(secret);
  });

  it('an issuer without an adapter is not asked, and its signed manifest confirms the cards', async () => {
    await imported(2, {});
    expect(await checked()).toEqual({ has_adapter: false, check: null });
    expect((await office(askIssuer, { params })).status).toBe(409);
    const manifest = staff.manifestOf(codes.slice(0, 1), reference);
    const { status, body } = await office(uploadManifest, { params, body: chunks(manifest) });
    expect([status, body.data]).toEqual([200, { confirmed: 1, unknown: 0, unconfirmed: 1 }]);
    const forged = await office(uploadManifest, { params, body: chunks(manifest.replace('REF', 'RIF')) });
    expect([forged.status, forged.body.errors]).toEqual([
      422,
      { manifest: ["The manifest isn't signed by the issuer."] },
    ]);
  });

  it('a paused batch is confirmed without going on sale', async () => {
    await imported(1);
    await approve();
    await sql`update batches set state = 'paused' where id = ${batch_id}`;
    await shop.runQueuedJobs();
    expect(await statesOf()).toEqual(['paused']);
  });
});

describe('what the issuer says can not be redeemed', () => {
  it('stays off sale, and brakes its batch above 2%', async () => {
    await imported(40);
    issuer.settle(digestOf(0), 'inactive');
    issuer.settle(digestOf(1), 'redeemed');
    await shop.runQueuedJobs();
    await approve();
    expect(await alerts()).toEqual(['stock.braked']);
    expect([await listed(), new Set(await statesOf())]).toEqual([0, new Set(['unconfirmed', 'paused'])]);
    const unusable = await sql`select from cards where batch_id = ${batch_id} and unusable_at is not null`;
    expect(unusable).toHaveLength(2);
  });

  it('is not confirmed by a later manifest either', async () => {
    await imported(2);
    issuer.settle(digestOf(0), 'redeemed');
    await shop.runQueuedJobs();
    const manifest = staff.manifestOf(codes, reference);
    expect((await office(uploadManifest, { params, body: chunks(manifest) })).body.data.confirmed).toBe(0);
    const confirmed = await sql`select issuer_confirmed, unusable_at is not null as unusable from cards
      where batch_id = ${batch_id} order by unusable`;
    expect(confirmed).toEqual([
      { issuer_confirmed: true, unusable: false },
      { issuer_confirmed: false, unusable: true },
    ]);
  });
});

describe('an issuer that fails', () => {
  it.each(['slow', 'failing', 'contradicting', 'forging', 'redirecting'] as const)(
    'confirms nothing: %s',
    async (scenario) => {
      await imported(2);
      issuer.play(reference, scenario);
      // Only for the issuer that never answers: those that do may take their time.
      if (scenario === 'slow') issuer_limits.timeout_ms = 200;
      await shop.runQueuedJobs();
      issuer_limits.timeout_ms = 5_000;
      const { check } = await checked();
      const failure = {
        slow: 'timeout',
        failing: 'status',
        contradicting: 'contradiction',
        forging: 'signature',
        redirecting: 'redirect',
      }[scenario];
      expect(check).toMatchObject({ failure, confirmed: 0, active: 0 });
      expect(await statesOf()).toEqual(['unconfirmed', 'unconfirmed']);
      expect(await alerts(programme_id)).toEqual(['programme.issuer_failing']);
      // It is asked again in the tests that follow, which shouldn't wait for it.
      issuer.play(reference, 'active');
    },
  );

  it('is asked again every hour until it answers, which ends the alert', async () => {
    await imported(1);
    issuer.play(reference, 'failing');
    await shop.runQueuedJobs();
    issuer.play(reference, 'active');
    await watchIssuers(ctx);
    await shop.runQueuedJobs();
    expect([(await checked()).check!.confirmed, await alerts(programme_id)]).toEqual([1, []]);
    const { id } = (await checked()).check!;
    await watchIssuers(ctx);
    await shop.runQueuedJobs();
    expect((await checked()).check!.id).toBe(id);
  });
});

describe('an importer asks the issuer', () => {
  it('about what it did not know before, once at a time', async () => {
    await imported(1);
    issuer.settle(digestOf(0), 'unknown');
    await shop.runQueuedJobs();
    issuer.settle(digestOf(0), 'active');
    const first = await office(askIssuer, { params });
    expect([first.status, first.body.data]).toMatchObject([
      202,
      { asked_by: importer.username, total: 1, ended_at: null },
    ]);
    expect((await office(askIssuer, { params })).body.data.id).toBe(first.body.data.id);
    const told = () => sql`
      select from events where channel = ${`private-user.${importer.id}`} and event = 'issuer-check'
        and data ->> 'id' = ${batch_id}`;
    const before = (await told()).length;
    await shop.runQueuedJobs();
    // For the answer, and for the end.
    expect((await told()).length).toBe(before + 2);
    expect((await checked()).check).toMatchObject({ id: first.body.data.id, confirmed: 1 });
    expect(await alerts()).toEqual([]);
    const again = await office(askIssuer, { params });
    expect([again.status, again.body.message]).toEqual([
      409,
      'The issuer has already answered for every card of this batch.',
    ]);
  });

  it('in several questions about a large batch, which count once even if two processes ask', async () => {
    await imported(501);
    const [check] = await sql<{ id: string }[]>`select id from issuer_checks where batch_id = ${batch_id}`;
    const run = () => issuerTask(ctx)({ check_id: check!.id }, { last: false });
    await Promise.all([run(), run()]);
    expect((await checked()).check).toMatchObject({ total: 501, active: 501, confirmed: 501 });
  });
});

describe('a check', () => {
  it('goes on where the process died that ran it', async () => {
    await imported(501);
    const [check] = await sql<{ id: string }[]>`select id from issuer_checks where batch_id = ${batch_id}`;
    await askChunk(ctx, createIssuerClient(ctx), check!.id);
    expect((await checked()).check).toMatchObject({ active: 500, ended_at: null });
    const asked = issuer.asked();
    await shop.runQueuedJobs();
    expect((await checked()).check).toMatchObject({ active: 501, confirmed: 501, ended_at: expect.any(String) });
    expect(issuer.asked()).toBe(asked + 1);
  });

  it('asks nothing of an issuer whose host the operator no longer allows', async () => {
    await imported(1);
    const config = { ...ctx.config, issuer_hosts: new Set<string>() };
    const [check] = await sql<{ id: string }[]>`select id from issuer_checks where batch_id = ${batch_id}`;
    const asked = issuer.asked();
    await issuerTask({ ...ctx, config })({ check_id: check!.id }, { last: false });
    expect([(await checked()).check!.failure, issuer.asked()]).toEqual(['host', asked]);
  });
});

describe('canary cards', () => {
  it.each([
    [49, 0],
    [50, 1],
    [999, 3],
    [1000, 3],
    [100_000, 20],
  ])('of %i cards are %i', (cards, canaries) => {
    expect(canariesOf(cards)).toBe(canaries);
  });

  async function withCanary() {
    await imported(50);
    await shop.runQueuedJobs();
    await approve();
    const [canary] = await sql<{ id: string; blind_index: Buffer }[]>`
      select id, blind_index from cards where batch_id = ${batch_id} and canary`;
    return { id: canary!.id, at: placeOf(canary!.blind_index) };
  }

  it('are never listed nor sold, not even after a pause, and look like the others to importers', async () => {
    const { id } = await withCanary();
    const cards = (await shop.as(buyer)(listCards, { query: { programme_id, per_page: '100' } })).body.data;
    expect([cards.length, cards.some((card) => card.id === id)]).toEqual([49, false]);
    const query = { state: 'available', per_page: '100' } as const;
    const seen = (await office(listBatchCards, { params, query })).body.data;
    expect([seen.length, new Set(seen.map(({ state }) => state))]).toEqual([50, new Set(['available'])]);
    expect((await office(listBatchCards, { params, query: { state: 'paused' } })).body.data).toEqual([]);
    for (const call of [pauseBatch, resumeBatch]) {
      expect((await shop.as(approver)(call, { params, body: { reason: 'as agreed with the issuer' } })).status).toBe(
        200,
      );
    }
    expect(await listed()).toBe(49);
    await expect(sql`update cards set state = 'available' where id = ${id}`).rejects.toThrow(/cards_canary_kept/);
    const history = (await office(listBatchHistory, { params })).body.data;
    expect(JSON.stringify(history)).not.toContain(id);
  });

  it('that are redeemed stop the sale of their batch and raise an alert', async () => {
    const { id, at } = await withCanary();
    await nextNight();
    expect([await listed(), await alerts()]).toEqual([49, []]);
    issuer.settle(digestOf(at), 'redeemed');
    await nextNight();
    expect([await listed(), await alerts()]).toEqual([0, ['stock.canary_redeemed']]);
    const [batch] = await sql`select state from batches where id = ${batch_id}`;
    expect(batch).toEqual({ state: 'paused' });
    const [entry] = await sql`
      select actor_id, details from audit_entries where subject = ${batch_id} and action = 'batch.canary_redeemed'`;
    expect(entry).toEqual({ actor_id: null, details: { canaries: 1, cards: 49 } });
    const [card] = await sql`select unusable_at is not null as unusable from cards where id = ${id}`;
    expect(card).toEqual({ unusable: true });
  });

  it('that the issuer no longer knows raise an alert, and the batch stays on sale', async () => {
    const { at } = await withCanary();
    issuer.settle(digestOf(at), 'unknown');
    await nextNight();
    expect([await listed(), await alerts()]).toEqual([49, ['stock.denied', 'stock.unknown_cards']]);
  });
});
