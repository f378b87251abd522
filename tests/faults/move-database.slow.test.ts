import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#platform/db/client.ts';
import { openCluster, stopCluster } from '#platform/embedded/postgres-cluster.ts';
import { createDataDir, endShop, openBooks, runToEnd, startShop } from '#tests/support/shop-process.ts';
import { addShopDatabase, startSystemPostgres, systemReleases } from '#tests/support/system-postgres.ts';

const [release] = await systemReleases();

if (release === undefined) {
  console.warn('There is no PostgreSQL of the system here, so no move was tried: apt-get install postgresql');
  test.skip('no PostgreSQL is installed: apt-get install postgresql');
}

const dir = await createDataDir();
let server: Awaited<ReturnType<typeof startSystemPostgres>>;
let urls: Awaited<ReturnType<typeof addShopDatabase>>;

beforeAll(async () => {
  if (release === undefined) return;
  server = await startSystemPostgres(release);
  urls = await addShopDatabase(server.url, 'shop');
}, 120_000);

afterAll(() => server?.stop());

const move = (url: string, env: Record<string, string> = {}) =>
  runToEnd(dir, 'src/cli.ts', ['move-database', url], env);

async function rowsIn(url: string, statement: string): Promise<unknown[]> {
  const sql = connect(url, { max: 1 });
  try {
    return await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

const FACTS = `select (select count(*) from orders) as orders, (select count(*) from cards) as cards,
  (select sum(balance_cents) from ledger_balances)::text as balances, (select count(*) from audit_chain) as links,
  (select last_value from order_numbers) as number, (select count(*) from graphile_worker._private_jobs) as jobs`;

async function factsHere(): Promise<unknown[]> {
  const books = await openBooks(dir);
  try {
    return await books.unsafe(FACTS);
  } finally {
    await books.end();
    await stopCluster(await openCluster(dir));
  }
}

test.runIf(release)(
  'a move is refused while the shop runs, into a database that holds something, and of no embedded one',
  async () => {
    const shop = await startShop(dir);
    expect((await move(urls.DATABASE_OWNER_URL)).output).toContain('Another Facevalue runs on this DATA_DIR');
    await endShop(shop, 'SIGTERM');
    await rowsIn(urls.DATABASE_OWNER_URL, 'create table theirs (id int)');
    const used = await move(urls.DATABASE_OWNER_URL);
    expect([used.code, used.output]).toEqual([1, expect.stringContaining("The database isn't empty: it has theirs")]);
    await rowsIn(urls.DATABASE_OWNER_URL, 'drop table theirs');
    expect((await move(urls.DATABASE_OWNER_URL, { ...urls })).output).toContain('DATABASE_URL is set');
    expect((await move('http://localhost')).output).toContain('Usage: facevalue move-database URL');
  },
  600_000,
);

test.runIf(release)(
  'an interrupted move leaves the shop as it was, and no shop starts from what it copied',
  async () => {
    const before = await factsHere();
    // The server refuses a column's values: the copy ends in the middle.
    const { host } = new URL(server.url);
    const owner = new URL(server.url).username;
    const admin = `postgres://${owner}:superuser@${host}/shop`;
    await rowsIn(
      admin,
      `create function stop() returns event_trigger language plpgsql as $$ begin
    if tg_tag = 'CREATE TABLE' and to_regclass('public.cards') is not null then raise exception 'stopped'; end if; end $$`,
    );
    await rowsIn(admin, 'create event trigger stop on ddl_command_end execute function stop()');
    const { code, output } = await move(urls.DATABASE_OWNER_URL);
    expect([code, output]).toEqual([1, expect.stringContaining('stopped')]);
    await rowsIn(admin, 'drop event trigger stop');
    await rowsIn(admin, 'drop function stop()');
    const started = await runToEnd(dir, 'src/server.ts', [], urls);
    expect([started.code, started.output]).toEqual([
      1,
      expect.stringContaining('or that was interrupted: run facevalue move-database again'),
    ]);
    expect(await factsHere()).toEqual(before);
  },
  600_000,
);

test.runIf(release)(
  'the shop moves with every row, sells from there, and no longer from here',
  async () => {
    const before = await factsHere();
    const { code, output } = await move(urls.DATABASE_OWNER_URL);
    expect(output).toMatch(/\d+ tables with \d+ rows: all are equal/);
    expect(output).toContain('every balance is correct');
    expect(output).toContain('the chain is intact');
    expect(output).not.toContain('secret');
    expect(code).toBe(0);
    expect(await rowsIn(urls.DATABASE_OWNER_URL, FACTS)).toEqual(before);
    const here = await runToEnd(dir, 'src/server.ts', []);
    expect([here.code, here.output]).toEqual([
      1,
      expect.stringMatching(/was moved to .*\/shop at .*: set DATABASE_URL/),
    ]);
    expect((await move(urls.DATABASE_OWNER_URL)).output).toContain('was moved to');
    const shop = await startShop(dir, urls);
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
    await endShop(shop, 'SIGTERM');
    expect((await runToEnd(dir, 'src/cli.ts', ['audit', 'verify'], urls)).code).toBe(0);
    // The old one is as it was.
    await rm(join(dir, 'moved-elsewhere'));
    expect(await factsHere()).toEqual(before);
    expect(existsSync(join(dir, 'postgres'))).toBe(true);
  },
  600_000,
);
