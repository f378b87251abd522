// An upgrade of a shop with a million orders (BENCH_ORDERS) while buyers buy: a column, an index and new values for every order in steps,
// a constraint that is validated, and all rules anew. Then the same changes the plain way, in one transaction each, for comparison.
// Each answer to a buyer is counted by its status; besides, what `facevalue upgrade --check` says that it takes.
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDir } from '#app/database/migrate-database.ts';
import { ruleFilesOf } from '#app/database/rule-files.ts';
import { newToken } from '#features/identity/sessions/session/session-token.ts';
import { connect, type Sql } from '#platform/db/client.ts';
import { startEmbedded } from '#platform/embedded/embedded.ts';
import { applyRules } from '#platform/schema/apply-rules.ts';
import { migrate, readFound } from '#platform/schema/migrate.ts';
import { type Estimated, estimate, maySell } from '#platform/schema/rehearsal/estimate.ts';
import { readSizes } from '#platform/schema/rehearsal/read-sizes.ts';
import { rehearse } from '#platform/schema/rehearsal/rehearse.ts';
import { addBooks } from './support/add-books.ts';
import { addSession, addStock, openBenchDatabase, startBenchShop } from './support/bench-shop.ts';
import { percentile, writeResult } from './support/machine.ts';

const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const BUYERS = 4;

const IN_STEPS = {
  '9001_mark.sql': 'alter table orders add column mark text;\n',
  '9002_marks.sql': `-- In steps: there are millions of orders.
create index concurrently if not exists orders_unmarked on orders (id) where mark is null;
-- Until it changes nothing.
update orders set mark = 'old' where id in (select id from orders where mark is null order by id limit 2000);
alter table orders drop constraint if exists orders_mark;
alter table orders add constraint orders_mark check (mark <> '') not valid;
alter table orders validate constraint orders_mark;
create index concurrently if not exists orders_marks on orders (mark);
`,
};
const PLAIN = {
  '9003_plain.sql': `alter table orders add column note text;
create index on orders (note);
update orders set note = 'old';
alter table orders add check (note <> '');
`,
};

const database = await openBenchDatabase({ dir: process.env.BENCH_DIR });
const owner = connect(database.owner_url, { max: 1, statement_timeout_ms: 0, answer_timeout_ms: 0 });
try {
  const { sql } = database;
  const [built] = await sql<{ orders: number }[]>`select count(*) as orders from orders`;
  if (built!.orders === 0) await addBooks(sql, ORDERS + Math.min(100_000, Math.floor(ORDERS / 2)));
  await addStock(database, 40_000);
  const tokens = await signIn(sql);
  const shop = await startBenchShop(database);
  const [size] = await sql<{ orders: number; bytes: number }[]>`
    select count(*) as orders, pg_total_relation_size('orders') as bytes from orders`;
  const buyers = await driver(shop.url, tokens);
  const quiet = await buyers.during(() => new Promise((resolve) => setTimeout(resolve, 10_000)));
  const rules = await buyers.during(
    () => applyRules(owner, ruleFilesOf(true), '999.0.0-renewed'),
    () => forgetRules(owner),
  );
  const steps = await upgradeWith(IN_STEPS, buyers);
  const plain = await upgradeWith(PLAIN, buyers);
  await buyers.stop();
  await writeResult('upgrade', sql, {
    orders: size!.orders,
    orders_mb: Math.round(size!.bytes / 1e6),
    buyers: BUYERS,
    quiet,
    rules_renewed: rules,
    in_steps: steps,
    in_one_transaction: plain,
  });
  await shop.close();
} finally {
  await owner.end({ timeout: 1 });
  await database.close();
}

/** Sessions of buyers of those books, who have money. */
async function signIn(on: Sql): Promise<string[]> {
  const buyers = await on<{ id: string }[]>`select id from users where role = 'buyer' order by id limit 500`;
  const tokens = buyers.map(() => newToken());
  for (const [at, { id }] of buyers.entries()) await addSession(on, id, tokens[at]!);
  return tokens;
}

/** Then the same files are rules that the database lacks. */
async function forgetRules(on: Sql): Promise<void> {
  await on`update schema_rules set checksum = ''`;
}

type Buyers = Awaited<ReturnType<typeof driver>>;

async function upgradeWith(files: Record<string, string>, buyers: Buyers) {
  const dir = await mkdtemp(join(tmpdir(), 'facevalue-upgrade-'));
  try {
    await cp(migrationsDir, dir, { recursive: true });
    const applied = await owner<{ name: string }[]>`select name from schema_migrations where version > 9000`;
    for (const [name, text] of Object.entries({ ...IN_STEPS, ...files }))
      if (name in files || applied.some((row) => row.name === name)) await writeFile(join(dir, name), text);
    const planned = await plan(dir);
    const measured = await buyers.during(() => migrate(owner, dir));
    const estimated_s = Math.round(planned.reduce((sum, { seconds }) => sum + seconds, 0));
    return { ...measured, estimated_s, may_sell: maySell(planned) };
  } finally {
    await rm(dir, { recursive: true });
  }
}

async function plan(dir: string): Promise<Estimated[]> {
  const at = await mkdtemp(join(tmpdir(), 'facevalue-scratch-'));
  const server = await startEmbedded({ dir: at, settings: { fsync: 'off', shared_buffers: '32MB' } });
  const scratch = connect(server.owner_url, { max: 1, statement_timeout_ms: 0, answer_timeout_ms: 0 });
  try {
    const { applied, missing } = await readFound(owner, dir);
    return estimate(await rehearse(scratch, { applied, missing }), await readSizes(owner));
  } finally {
    await scratch.end({ timeout: 1 });
    await server.stop();
    await rm(at, { recursive: true, force: true });
  }
}

/** Buyers who buy a card each, one after the other, until they are stopped. */
async function driver(url: string, tokens: readonly string[]) {
  const stock = (await database.sql<{ id: string }[]>`select id from cards where price_cents < 1000 order by id`).map(
    ({ id }) => id,
  );
  let statuses = new Map<number, number>();
  let latencies: number[] = [];
  let stopped = false;
  const buy = async (buyer: number): Promise<void> => {
    for (let turn = 0; !stopped; turn++) {
      const id = stock.pop();
      if (!id) throw new Error('the stock of cheap cards ran out');
      const token = tokens[(turn * BUYERS + buyer) % tokens.length];
      const asked = performance.now();
      const { status } = await fetch(`${url}/api/invoices`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ ids: [id] }),
      });
      latencies.push(performance.now() - asked);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // As many as a busy shop has, and not as many as the machine bears.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const running = Promise.all(Array.from({ length: BUYERS }, (_, buyer) => buy(buyer)));
  return {
    /** What buyers were answered while something was done. */
    async during(work: () => Promise<unknown>, before: () => Promise<void> = async () => {}) {
      await before();
      [statuses, latencies] = [new Map(), []];
      const began = performance.now();
      await work();
      const seconds = Number(((performance.now() - began) / 1_000).toFixed(2));
      const failed = [...statuses].reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0);
      const round = (ms: number) => Math.round(ms);
      return {
        seconds,
        answers: Object.fromEntries(statuses),
        answers_5xx: failed,
        p50_ms: round(percentile(latencies, 0.5)),
        p99_ms: round(percentile(latencies, 0.99)),
        max_ms: round(Math.max(0, ...latencies)),
      };
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}
