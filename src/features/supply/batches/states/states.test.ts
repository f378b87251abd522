import { beforeEach, describe, expect, it } from 'vitest';
import { listCards } from '#contracts/shop/cards.ts';
import { addToCart, getCart } from '#contracts/shop/cart.ts';
import { placeOrder, returnCard } from '#contracts/shop/orders.ts';
import * as contract from '#contracts/supply/batches.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';
import { expireCards } from './expire-cards.ts';
import { pauseBatch } from './pause-batch.ts';

const shop = await createTestShop();
const { ctx, sql } = shop;
const staff = await createStaff(shop);
const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
const office = shop.as(approver);
const reason = 'as agreed with the issuer';
const STATES = ['quarantined', 'unconfirmed', 'available', 'paused', 'sold', 'expired', 'withdrawn', 'void'];

let next = 0;
let batch_id: string;
let programme_id: string;
let ids: string[];
let params: { id: string };
const buyer = await shop.createUser({ balance_cents: 500_000, tier: 2 });

async function stock(cards: number, expires_on = '') {
  const codes = Array.from({ length: cards }, () => ({ code: codeNumber(next++), expires_on }));
  ({ batch_id, programme_id } = await staff.onSale(codes, { programme: { currency: 'USD' } }));
  params = { id: batch_id };
  ids = (await sql<{ id: string }[]>`select id from cards where batch_id = ${batch_id} and not canary order by id`).map(
    ({ id }) => id,
  );
}
const statesOf = async () =>
  (await sql<{ state: string }[]>`select state from cards where batch_id = ${batch_id} order by id`).map(
    ({ state }) => state,
  );
const listed = async () => (await shop.as(buyer)(listCards, { query: { programme_id } })).body.data.length;
const carted = async () => (await shop.as(buyer)(getCart)).body.data.find(({ id }) => id === ids[0])?.status;
const bought = async (id: string) => {
  const { body } = await shop.as(buyer)(placeOrder, { body: { ids: [id] } });
  return { id: body.data.id, card_id: id };
};
const audited = async () =>
  (await sql`select action, details from audit_entries where subject = ${batch_id} order by id desc limit 1`)[0];
const cartEvents = async () => (await sql`select from events where channel = ${`private-user.${buyer.id}`}`).length;

beforeEach(async () => {
  await sql`update sessions set confirmed_at = ${shop.clock.now()}`;
  await stock(3);
});

describe('a withdrawn batch', () => {
  it('takes its unfinished imports along, and what was kept of their files', async () => {
    const unfinished = await sql<{ id: string }[]>`
      insert into imports (batch_id, uploaded_by, committed_by, state, guard_version, chunk_count, data_key,
        created_at, heartbeat_at)
      select ${batch_id}, ${approver.id}, ${approver.id}, state, 1, 2, '\\x00', now(), now()
      from unnest(array['checked', 'committing', 'failed']) as state returning id`;
    for (const { id } of unfinished)
      await sql`insert into import_chunks (import_id, chunk, sealed) values (${id}, 0, '\\x00')`;
    expect((await office(contract.withdrawBatch, { params, body: { reason } })).status).toBe(200);
    const ids = unfinished.map(({ id }) => id);
    expect(await sql`select distinct state, data_key from imports where id = any(${ids})`).toEqual([
      { state: 'cancelled', data_key: null },
    ]);
    expect(await sql`select from import_chunks where import_id = any(${ids})`).toEqual([]);
  });
});

describe('a paused batch', () => {
  it('counts no more once its pause is committed, though somebody asked before that', async () => {
    const onSale = async () => (await ctx.catalogue.stock()).get(programme_id)?.on_sale ?? 0;
    await transaction(ctx.sql, async (tx) => {
      await pauseBatch(within(ctx, tx), staff.approver, { params, body: { reason }, query: undefined });
      expect(await onSale()).toBe(3);
    });
    expect(await onSale()).toBe(0);
  });

  it('is neither listed nor bought, says so in carts, and comes back', async () => {
    await shop.as(buyer)(addToCart, { body: [ids[0]!] });
    const told = await cartEvents();
    const paused = await office(contract.pauseBatch, { params, body: { reason } });
    expect([paused.status, paused.body.data]).toEqual([200, { state: 'paused', cards: 3 }]);
    expect([await statesOf(), await listed(), await carted()]).toEqual([Array(3).fill('paused'), 0, 'paused']);
    expect(await cartEvents()).toBe(told + 1);
    expect(await audited()).toEqual({ action: 'batch.paused', details: { reason, cards: 3 } });
    const refused = await shop.as(buyer)(placeOrder, { body: { ids: [ids[0]!] } });
    expect(refused).toMatchObject({ status: 422, body: { errors: { ids: [ids[0]] } } });
    const resumed = await office(contract.resumeBatch, { params, body: { reason } });
    expect(resumed.body.data).toEqual({ state: 'approved', cards: 3 });
    expect([await listed(), await carted()]).toEqual([3, 'available']);
  });

  it('keeps a returned card off sale', async () => {
    const order = await bought(ids[0]!);
    await office(contract.pauseBatch, { params, body: { reason } });
    expect((await shop.as(buyer)(returnCard, { params: order })).status).toBe(200);
    expect(await statesOf()).toEqual(['paused', 'paused', 'paused']);
  });

  it('is resumed by nobody who opened it or imported into it', async () => {
    await office(contract.pauseBatch, { params, body: { reason } });
    await sql`update batches set imported_by = ${approver.id} where id = ${batch_id}`;
    const resumed = await office(contract.resumeBatch, { params, body: { reason } });
    expect([resumed.status, resumed.body.message]).toEqual([
      403,
      "Whoever opened or imported a batch can't put it back on sale.",
    ]);
    expect(await statesOf()).toEqual(Array(3).fill('paused'));
  });

  it('resumes without the cards that expired in between', async () => {
    const tomorrow = new Date(shop.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
    await stock(1, tomorrow);
    await office(contract.pauseBatch, { params, body: { reason } });
    shop.clock.advance(2 * DAY_MS);
    await shop.refresh(approver);
    expect((await office(contract.resumeBatch, { params, body: { reason } })).body.data.cards).toBe(0);
  });
});

describe('a withdrawn batch', () => {
  it('has no unsold card on sale again, and its proposals are closed', async () => {
    await shop.as(buyer)(addToCart, { body: [ids[0]!] });
    const order = await bought(ids[2]!);
    const withdrawn = await office(contract.withdrawBatch, { params, body: { reason } });
    expect(withdrawn.body.data).toEqual({ state: 'withdrawn', cards: 2 });
    expect([await statesOf(), await carted()]).toEqual([['withdrawn', 'withdrawn', 'sold'], 'withdrawn']);
    await shop.as(buyer)(returnCard, { params: order });
    expect(await statesOf()).toEqual(Array(3).fill('withdrawn'));
    for (const call of [contract.resumeBatch, contract.pauseBatch, contract.withdrawBatch]) {
      expect((await office(call, { params, body: { reason } })).status).toBe(409);
    }
    const refused = await shop.as(buyer)(addToCart, { body: [ids[1]!] });
    expect(refused.body.errors).toEqual({ ids: [`Card ${ids[1]} is no longer offered.`] });
  });

  it('that waited for its approval waits no more', async () => {
    const { id } = await staff.activeProgramme();
    const waiting = await staff.openBatch(id);
    await staff.importText(waiting, `code,pin,face_value\n${codeNumber(next++)},730415,25.00`);
    await office(contract.withdrawBatch, { params: { id: waiting }, body: { reason } });
    const [proposal] = await sql`select decision, decision_reason from proposals where subject = ${waiting}`;
    expect(proposal).toEqual({ decision: 'rejected', decision_reason: reason });
  });
});

describe('cards are voided', () => {
  const voided = (cards: string[], why: 'unusable' | 'mistaken', where = params) =>
    office(contract.voidCards, { params: where, body: { ids: cards, why, reason } });

  it('for good, and a mistake brakes nothing', async () => {
    const { status, body } = await voided(ids.slice(0, 2), 'mistaken');
    expect([status, body.data, await statesOf()]).toEqual([
      200,
      { state: 'approved', cards: 2 },
      ['void', 'void', 'available'],
    ]);
    expect((await audited())!.details).toEqual({ why: 'mistaken', reason, cards: 2, ids: ids.slice(0, 2) });
  });

  it('and over 2% unusable pause their batch and raise an alert', async () => {
    await stock(100);
    expect((await voided(ids.slice(0, 2), 'unusable')).body.data.state).toBe('approved');
    expect((await voided([ids[2]!], 'unusable')).body.data.state).toBe('paused');
    expect(await listed()).toBe(0);
    expect(await audited()).toEqual({ action: 'batch.braked', details: { unusable: 3, total: 100, cards: 96 } });
    const [alert] = await sql`select kind, details from alerts where subject = ${batch_id}`;
    expect(alert).toEqual({ kind: 'stock.braked', details: { name: 'A batch', unusable: 3, total: 100 } });
  });

  it('and keep a brake that outlasts its alert and a withdrawal, until somebody else releases it', async () => {
    await office(contract.pauseBatch, { params, body: { reason } });
    const brakedAt = async () =>
      (
        await sql<{ braked_at: string | null }[]>`
      select braked_at from batches where id = ${batch_id}`
      )[0]!.braked_at;
    expect(await brakedAt()).toBeNull();
    expect((await voided([ids[0]!], 'unusable')).body.data.state).toBe('paused');
    expect(await brakedAt()).not.toBeNull();
    await sql`update alerts set resolved_at = now() where subject = ${batch_id}`;
    const release = (who = office) => who(contract.releaseBrake, { params, body: { reason } });
    expect((await release()).status).toBe(409);
    await office(contract.resumeBatch, { params, body: { reason } });
    expect(await brakedAt()).toBeNull();
    await voided([ids[1]!], 'unusable');
    await office(contract.withdrawBatch, { params, body: { reason } });
    expect(await brakedAt()).not.toBeNull();
    await sql`update batches set created_by = ${approver.id} where id = ${batch_id}`;
    expect((await release()).status).toBe(403);
    const other = shop.as(await shop.createUser({ role: 'admin', duties: ['approver'] }));
    expect((await release(other)).status).toBe(200);
    expect(await brakedAt()).toBeNull();
    expect((await release(other)).status).toBe(409);
    expect(await audited()).toEqual({ action: 'batch.brake_released', details: { reason } });
  });

  it('and brake a batch that was withdrawn before, which stays withdrawn', async () => {
    await office(contract.withdrawBatch, { params, body: { reason } });
    expect((await voided([ids[0]!], 'unusable')).body.data.state).toBe('withdrawn');
    const [batch] = await sql`select state, braked_at is not null as braked from batches where id = ${batch_id}`;
    expect(batch).toEqual({ state: 'withdrawn', braked: true });
  });

  it('and cards that were never on sale loosen no brake', async () => {
    const more = Array.from({ length: 200 }, () => `${codeNumber(next++)},123456,25.00`);
    await staff.importText(batch_id, ['code,pin,face_value', ...more].join('\n'));
    expect((await voided([ids[0]!], 'unusable')).body.data.state).toBe('paused');
  });

  it('only if none of them is sold, voided or of another batch', async () => {
    await bought(ids[0]!);
    const elsewhere = ids[1]!;
    const sold = await voided(ids, 'mistaken');
    expect(sold).toMatchObject({ status: 422, body: { errors: { ids: [ids[0]] } } });
    expect(await statesOf()).toEqual(['sold', 'available', 'available']);
    await stock(1);
    expect((await voided([elsewhere], 'mistaken')).status).toBe(422);
  });
});

describe('a card past its date', () => {
  it('expires, and is not on sale again when it is returned', async () => {
    const today = shop.clock.now().toISOString().slice(0, 10);
    await stock(3, today);
    const order = await bought(ids[0]!);
    await expireCards(ctx);
    expect(await statesOf()).toEqual(['sold', 'available', 'available']);
    shop.clock.advance(DAY_MS);
    await expireCards(ctx);
    expect(await statesOf()).toEqual(['sold', 'expired', 'expired']);
    expect((await audited())!.details).toEqual({ cards: 2 });
    expect((await shop.as(buyer)(returnCard, { params: order })).status).toBe(200);
    expect(await statesOf()).toEqual(Array(3).fill('expired'));
  });
});

describe('the state of a card', () => {
  const allowed: Record<string, string[]> = {
    quarantined: ['unconfirmed', 'available', 'paused', 'withdrawn', 'void'],
    unconfirmed: ['quarantined', 'available', 'paused', 'expired', 'withdrawn', 'void'],
    available: ['unconfirmed', 'paused', 'sold', 'expired', 'withdrawn', 'void'],
    paused: ['unconfirmed', 'available', 'sold', 'expired', 'withdrawn', 'void'],
    sold: ['available', 'paused', 'expired', 'withdrawn', 'void'],
    expired: ['void'],
    withdrawn: ['void'],
    void: [],
  };

  it.each(STATES)('changes from %s only as the table allows, whoever writes', async (from) => {
    for (const to of STATES.filter((state) => state !== from)) {
      const [row] = await sql`select card_may_become(${from}, ${to}) as allowed`;
      expect([to, row!.allowed]).toEqual([to, allowed[from]!.includes(to)]);
    }
  });

  it('is kept by a trigger', async () => {
    await sql`update cards set state = 'void' where id = ${ids[0]!}`;
    await expect(sql`update cards set state = 'available' where id = ${ids[0]!}`).rejects.toThrow(
      /is void, and can't become available/,
    );
    await sql`update batches set state = 'withdrawn' where id = ${batch_id}`;
    await expect(sql`update batches set state = 'approved' where id = ${batch_id}`).rejects.toThrow(
      /is withdrawn, and can't become approved/,
    );
  });
});

describe('a brake', () => {
  const calls = [contract.pauseBatch, contract.resumeBatch, contract.withdrawBatch, contract.releaseBrake];

  it('takes the duty of an approver, a reason and a batch', async () => {
    const importer = await shop.createUser({ role: 'admin', duties: ['importer'] });
    for (const call of calls) {
      expect((await shop.as(importer)(call, { params, body: { reason } })).status).toBe(403);
      expect((await office(call, { params, body: { reason: '' } })).status).toBe(422);
      const nobody = { id: crypto.randomUUID() };
      expect((await office(call, { params: nobody, body: { reason } })).status).toBe(404);
    }
    const nothing = { params, body: { ids, why: 'mistaken', reason } } as const;
    expect((await shop.as(importer)(contract.voidCards, nothing)).status).toBe(403);
    expect((await office(contract.voidCards, { ...nothing, params: { id: crypto.randomUUID() } })).status).toBe(404);
    expect((await office(contract.voidCards, { ...nothing, body: { ...nothing.body, ids: [] } })).status).toBe(422);
  });

  it('that was applied already is a 409', async () => {
    expect((await office(contract.resumeBatch, { params, body: { reason } })).status).toBe(409);
    await office(contract.pauseBatch, { params, body: { reason } });
    const again = await office(contract.pauseBatch, { params, body: { reason } });
    expect([again.status, again.body.message]).toEqual([409, "That isn't possible for a batch in this state: Paused."]);
  });
});
