// What a shop's database grows by: the bytes of 100,000 imported cards, of 100,000 buyers who have signed in once, and of 100,000 orders of
// one card that are bought and revealed through the API, with all that follows from them: transfers, links, entries of the audit log.
// What the shop deletes again within days (events, keys of requests) is left out, and demo mode's mailbox.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { DEMO_PROGRAMMES } from '#features/demo/stock/programmes.ts';
import { demoStock } from '#features/demo/stock/stock.ts';
import { newToken } from '#features/identity/sessions/session/session-token.ts';
import { dataKeyAad, sealSecret } from '#features/supply/batches/secrets/card-secret.ts';
import type { Sql } from '#platform/db/client.ts';
import { until } from '#platform/jobs/until.ts';
import { createVault } from '#platform/vault/create-vault.ts';
import {
  addBatch,
  addBuyers,
  addProgramme,
  addSession,
  addStaff,
  addStock,
  type BenchDatabase,
  openBenchDatabase,
  sealAdded,
  startChild,
} from './support/bench-shop.ts';
import { loadFast } from './support/load-fast.ts';
import { writeResult } from './support/machine.ts';

const EACH = 100_000;
/** Bought one by one; their growth is taken twenty times. */
const ORDERS = 5_000;
const BUYERS = 400;
const CLIENTS = 4;
const PASSING = ['events', 'event_counters', 'idempotency_keys', 'mailbox', 'throttles', 'worker_loops'];
const PATIENCE_MS = 15 * MINUTE_MS;

const database = await openBenchDatabase();
try {
  const { sql } = database;
  const empty = await sizesOf(sql);
  const [cards, imported] = await growth(sql, () => importCards());
  const [users] = await growth(sql, () => addUsers(sql));
  const [orders, sold] = await sellCards();
  await writeResult('sizes', sql, {
    each: EACH,
    imported,
    sold,
    empty_mb: megabytes([...empty.values()].reduce((sum, bytes) => sum + bytes, 0)),
    mb_per_100000: {
      cards: shown(cards, 1),
      users: shown(users, 1),
      orders: shown(orders, EACH / ORDERS),
    },
  });
} finally {
  await database.close();
}

/** A supplier's file through the importer; returns how many cards came of it. */
async function importCards(): Promise<number> {
  const { sql } = database;
  const staff = await addStaff(sql);
  const demo = DEMO_PROGRAMMES.find(({ programme }) => programme.name === 'Velquist Arcade')!;
  const programme_id = await addProgramme(sql, staff, demo.programme);
  const token = newToken();
  await addSession(sql, staff.importer, token);
  const batch = await addBatch(database, staff, { programme_id, discount_bp: 500, state: 'draft' });
  const shop = await startChild('./child-importer.ts', database);
  const authorization = `Bearer ${token}`;
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${shop.url}${path}`, { ...init, headers: { authorization, ...init.headers } });
    const { data, message } = (await response.json()) as { data: { id: string; state: string }; message?: string };
    if (!response.ok) throw new Error(`${path}: ${response.status} ${message}`);
    return data;
  };
  const body = demoStock(demo, { seed: 'sizes', cards: EACH, year: 2026 }).csv;
  const { id } = await call(`/api/resellers/${batch}/imports`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body,
  });
  await call(`/api/imports/${id}/commit`, { method: 'POST' });
  if (!(await until(async () => (await call(`/api/imports/${id}`)).state === 'committed', PATIENCE_MS)))
    throw new Error('The import did not end.');
  await shop.close();
  const [kept] = await sql<{ cards: number }[]>`select count(*) as cards from cards where batch_id = ${batch}`;
  return kept!.cards;
}

/** Each with an account, a trusted device and a session; all sealed, in tables without the room that sealing by hand leaves. */
async function addUsers(sql: Sql): Promise<void> {
  const tables = ['users', 'ledger_accounts', 'ledger_balances', 'devices', 'sessions'];
  await loadFast(sql, tables, async (on) => {
    await on`
      insert into users (username, email, password_hash, tier, terms_accepted_at, email_verified_at, activated_at)
      select 'buyer' || n, 'buyer' || n || '@bench.example',
        '$argon2id$v=19$m=19456,t=2,p=1$' || substr(encode(sha256(n::text::bytea), 'base64'), 1, 22) || '$'
          || rtrim(encode(sha256((-n)::text::bytea), 'base64'), '='),
        0, now(), now(), now() from generate_series(1, ${EACH}::int) n`;
    await on`
      insert into ledger_accounts (kind, owner_id, limited) select 'available', id, true from users
      where username like 'buyer%'`;
    await on`insert into ledger_balances (account_id) select id from ledger_accounts where limited`;
    await on`
      insert into devices (user_id, token_hash, trusted_at)
      select id, sha256(id::text::bytea), now() from users where username like 'buyer%'`;
    await on`
      insert into sessions (user_id, device_id, token_hash, expires_at)
      select user_id, id, sha256(id::text::bytea), now() + interval '30 days' from devices where user_id in (
        select id from users where username like 'buyer%')`;
  });
  await sealAdded(database);
  for (const table of tables) await sql`vacuum full ${sql(table)}`;
}

/** Buys and reveals cards, and waits until everything that follows is linked; in a database of its own. */
async function sellCards(): Promise<[Map<string, number>, number]> {
  const shelf = await openBenchDatabase();
  try {
    const { sql } = shelf;
    await addStock(shelf, 5 * ORDERS);
    const tokens = await addBuyers(sql, BUYERS, 400_000);
    const stock = await sql<Card[]>`
      select id, programme_id, batch_id from cards where price_cents < 5000 order by batch_id limit ${ORDERS}`;
    await sealCards(shelf, stock);
    const shop = await startChild('./child-importer.ts', shelf);
    const [grown] = await growth(sql, async () => {
      let next = 0;
      const client = async () => {
        for (let at = next++; at < stock.length; at = next++) await buy(shop.url, tokens[at % BUYERS]!, stock[at]!.id);
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      if (!(await until(() => isLinked(sql), PATIENCE_MS))) throw new Error('Some rows were not linked.');
    });
    await shop.close();
    return [grown, stock.length];
  } finally {
    await shelf.close();
  }
}

interface Card {
  id: string;
  programme_id: string;
  batch_id: string;
}

/** Gives cards that were added by SQL a code that opens. */
async function sealCards({ sql, dir }: BenchDatabase, cards: readonly Card[]): Promise<void> {
  const vault = createVault(join(dir, 'master.key'));
  const batches = await sql<{ id: string; data_key: Uint8Array }[]>`select id, data_key from batches`;
  const keys = new Map(batches.map(({ id, data_key }) => [id, vault.unwrap(data_key, dataKeyAad(id))]));
  const sealed = cards.map(({ id, programme_id, batch_id }) =>
    sealSecret(
      vault,
      keys.get(batch_id)!,
      { card_id: id, programme_id },
      { code: id.slice(-12), pin: null, url: null },
    ).toString('hex'),
  );
  await loadFast(sql, ['cards'], async (on) => {
    await on`
      update cards c set sealed = decode(made.sealed, 'hex')
      from unnest(${cards.map(({ id }) => id)}::uuid[], ${sealed}::text[]) as made (id, sealed) where c.id = made.id`;
  });
}

async function buy(url: string, token: string, card_id: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: { id: string } }).data;
  };
  const { id } = await post('/api/invoices', { ids: [card_id] });
  await post(`/api/invoices/${id}/cards/${card_id}/reveal`, { consent: true });
}

async function isLinked(sql: Sql): Promise<boolean> {
  const [open] = await sql<{ rows: number }[]>`
    select (select count(*) from ledger_transfers) - (select count(*) from ledger_chain)
      + (select count(*) from audit_entries) - (select count(*) from audit_chain) as rows`;
  return open!.rows === 0;
}

/** What each table grew by while something was done, in bytes with indexes, and what that returned. */
async function growth<T>(sql: Sql, work: () => Promise<T>): Promise<[Map<string, number>, T]> {
  const before = await sizesOf(sql);
  const done = await work();
  const after = await sizesOf(sql);
  return [new Map([...after].map(([table, bytes]) => [table, bytes - (before.get(table) ?? 0)])), done];
}

async function sizesOf(sql: Sql): Promise<Map<string, number>> {
  await sql`vacuum analyze`;
  const rows = await sql<{ name: string; bytes: number }[]>`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all(${PASSING})`;
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

/** The sum and the tables that grew by at least a hundredth of it. */
function shown(grown: Map<string, number>, times: number) {
  const all = [...grown.values()].reduce((sum, bytes) => sum + bytes, 0) * times;
  const tables = [...grown]
    .map(([name, bytes]): [string, number] => [name, bytes * times])
    .filter(([, bytes]) => bytes >= all / 100)
    .toSorted(([, a], [, b]) => b - a);
  return { all: megabytes(all), ...Object.fromEntries(tables.map(([name, bytes]) => [name, megabytes(bytes)])) };
}

function megabytes(bytes: number): number {
  return Number((bytes / 1e6).toFixed(1));
}
