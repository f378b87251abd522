import { beforeAll, expect, test } from 'vitest';
import { createPayment, getPayment } from '#contracts/coins/payments.ts';
import { makeGift, openGift } from '#contracts/shop/gifts.ts';
import { placeOrder } from '#contracts/shop/orders.ts';
import { macOfKey } from '#features/coins/watcher/keys/derived-key.ts';
import { macOfAddress } from '#features/coins/watcher/keys/issued-address.ts';
import { readWatchedKeys } from '#features/coins/watcher/keys/watched-keys.ts';
import { sealGift } from '#features/shop/gifts/seals/seal-gift.ts';
import { isGenuine, rowMac, type SealedRow } from '#platform/vault/row-seal.ts';
import { followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { sealOldRows } from './database/seal-old-rows.ts';

const shop = await createTestShop();
const { sql, ctx } = shop;
const dev = await startDevChain();
// As an earlier release made them: by the key that all processes share.
const former = { ...ctx.vault, own: ctx.vault };
const upgrade = () => sealOldRows({ ...ctx, sql });

let poll: () => Promise<unknown>;
beforeAll(async () => {
  ({ poll } = await followDevChain(ctx, dev));
});

async function paid() {
  const user = await shop.createUser();
  const { body } = await shop.as(user)(createPayment, { body: { coin: 'ETH', amount_cents: 1000 } });
  const { id, address } = body.data;
  const [row] = await sql<{ id: string; account_id: number; index: number; key: string }[]>`
    select a.id, a.account_id, a.index, a.key from deposit_addresses a
    join payments p on p.address_id = a.id where p.id = ${id}`;
  const shown = async () => (await shop.as(user)(getPayment, { params: { id } })).body.data.address;
  return { user, address, row: row!, shown };
}

test('an address of an earlier release is shown again after the upgrade, and one that was forged before it never', async () => {
  const [honest, forged] = [await paid(), await paid()];
  for (const { row, user } of [honest, forged]) {
    const mac = macOfAddress(former, { coin: 'ETH', user_id: user.id, ...row });
    await sql`update deposit_addresses set mac = ${mac} where id = ${row.id}`;
    await sql`insert into rows_to_seal (kind, id) values ('address again', ${row.id})`;
  }
  await sql`update deposit_addresses set mac = sha256(mac) where id = ${forged.row.id}`;
  expect(await honest.shown()).toBe('');
  await upgrade();
  expect([await honest.shown(), await forged.shown()]).toEqual([honest.address, '']);
  expect(await sql`select from rows_to_seal`).toEqual([]);
});

test('nothing is sealed again that is not on the list', async () => {
  const { user, row, shown } = await paid();
  const mac = macOfAddress(former, { coin: 'ETH', user_id: user.id, ...row });
  await sql`update deposit_addresses set mac = ${mac} where id = ${row.id}`;
  await upgrade();
  expect(await shown()).toBe('');
});

test('keys of an earlier release are watched without being derived again, and a foreign one is not', async () => {
  const { row } = await paid();
  const { account_id } = row;
  const foreign = { coin: 'ETH' as const, account_id, index: 900_001, key: `0x${'f'.repeat(40)}` };
  const derived = { coin: 'ETH' as const, ...row };
  await sql`
    update derived_keys set mac = ${macOfKey(former, derived)}
    where account_id = ${account_id} and index = ${row.index}`;
  await sql`
    insert into derived_keys (coin, account_id, index, key, mac)
    values ('ETH', ${account_id}, ${foreign.index}, ${foreign.key}, ${Buffer.alloc(32, 1)})`;
  await sql`
    insert into rows_to_seal (kind, id) select 'key again', account_id || ':' || index from derived_keys
    where index in (${row.index}, ${foreign.index})`;
  await upgrade();
  const [kept] = await sql<{ mac: Buffer }[]>`
    select mac from derived_keys where account_id = ${account_id} and index = ${row.index}`;
  expect(kept!.mac.equals(macOfKey(ctx.vault, derived))).toBe(true);
  const { keys } = await readWatchedKeys(ctx, dev.chain, undefined);
  expect([keys.has(row.key), keys.has(foreign.key)]).toEqual([true, false]);
});

test('a gift of an earlier release opens after the upgrade', async () => {
  const user = await shop.createUser({ balance_cents: 5_000 });
  const [card] = await addCards(shop);
  const { body: order } = await shop.as(user)(placeOrder, { body: { ids: [card!.id] } });
  const params = { id: order.data.id, card_id: card!.id };
  const { body: gift } = await shop.as(user)(makeGift, { params, body: { consent: true } });
  const [made] = await sql<{ id: string; line_id: string }[]>`select id, line_id from gifts`;
  await sql`update gifts set mac = ${sealGift(former, made!)}`;
  await sql`insert into rows_to_seal (kind, id) values ('gift again', ${made!.id})`;
  await upgrade();
  const token = new URL(gift.data.url!).searchParams.get('token')!;
  const opened = await shop.as(null)(openGift, { body: { token } });
  expect(opened.body.data.code).toBe(card!.code);
});

test('a deposit that was deep enough before the upgrade is as genuine after it, and one that was forged before it never', async () => {
  const made = async (forge = false) => {
    const { user, address } = await paid();
    await dev.send(address, 10n ** 16n);
    await dev.mine(1);
    await poll();
    const [{ id }] = await sql<[{ id: string }]>`select id from deposits where user_id = ${user.id}`;
    await sql`update deposits set confirmed_at = now() where id = ${id}`;
    // The MAC of before covered no such time; the database gives it the next revision.
    const [was] = await sql<[{ facts: string }]>`
      select sealed_facts(jsonb_populate_record(d, jsonb_build_object('confirmed_at', null, 'revision', revision + 1))) as facts
      from deposits d where id = ${id}`;
    const mac = rowMac(ctx.vault, 'deposits', forge ? `${was.facts} ` : was.facts);
    await sql`update deposits set mac = ${mac} where id = ${id}`;
    await sql`insert into rows_to_seal (kind, id) values ('deposit confirmed', ${id})`;
    return async () => {
      const [row] = await sql<[SealedRow]>`select sealed_facts(d) as facts, mac from deposits d where id = ${id}`;
      return isGenuine(ctx.vault, 'deposits', row);
    };
  };
  const honest = await made();
  const forged = await made(true);
  expect([await honest(), await forged()]).toEqual([false, false]);
  await upgrade();
  expect([await honest(), await forged()]).toEqual([true, false]);
  expect(await sql`select from rows_to_seal`).toEqual([]);
});

test('a deposit of an earlier release is credited after the upgrade, and one that was forged before it never', async () => {
  const made = async () => {
    const { user, address } = await paid();
    await dev.send(address, 10n ** 16n);
    await dev.mine(1);
    await poll();
    const [row] = await sql<{ id: string }[]>`
      select id from deposits where user_id = ${user.id}`;
    const [was] = await sql<{ facts: string }[]>`
      select jsonb_build_array(id, coin, txid, n, key, user_id, payment_id, amount_units,
        micros(first_seen_at))::text as facts
      from deposits where id = ${row!.id}`;
    await sql`update deposits set mac = ${rowMac(ctx.vault, 'deposits', was!.facts)} where id = ${row!.id}`;
    await sql`insert into rows_to_seal (kind, id) values ('deposit again', ${row!.id})`;
    return { ...row!, credited: () => sql`select from deposits where id = ${row!.id} and state = 'credited'` };
  };
  const [honest, forged] = [await made(), await made()];
  await sql`update deposits set mac = sha256(mac) where id = ${forged.id}`;
  await upgrade();
  expect(await sql`select from rows_to_seal`).toEqual([]);
  await dev.mine(15);
  await poll();
  expect([(await honest.credited()).length, (await forged.credited()).length]).toEqual([1, 0]);
});
