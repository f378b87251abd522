// One import of 10,000 cards goes on sale while 5,000 pre-orders wait for them: what allotting costs that transaction, how
// many orders a second the worker then fills, and what checkouts beside it feel of both, against a quiet shop.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_PROGRAMMES } from '#features/demo/stock/programmes.ts';
import { verifyPreorders } from '#features/shop/preorders/verify-preorders.ts';
import { moveCards } from '#features/supply/batches/states/move-cards.ts';
import { createCatalogue } from '#features/supply/programmes/catalogue/catalogue.ts';
import { systemClock } from '#platform/clock.ts';
import { transaction } from '#platform/db/transaction.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import {
  addBatch,
  addBuyers,
  addProgramme,
  type addStaff,
  addStock,
  openBenchDatabase,
  sealAdded,
  settle,
  startChild,
} from './support/bench-shop.ts';
import { type LoadResult, runLoad } from './support/load.ts';
import { median, writeResult } from './support/machine.ts';

const CARDS = 10_000;
const PREORDERS = 5_000;
const WAITING = 1_000;
const BUYERS = 400;
const CLIENTS = 4;
const QUIET_SECONDS = 8;
const FACE_CENTS = 1_000;
const HIGHEST_CENTS = 1_000;
const LOOK_MS = 100;

const database = await openBenchDatabase();
try {
  const { sql } = database;
  const catalogue = createCatalogue({ sql, clock: systemClock });
  await addStock(database, 60_000);
  const tokens = await addBuyers(sql, BUYERS + WAITING, 400_000);
  await sealAdded(database);
  const [staff] = await sql<[Awaited<ReturnType<typeof addStaff>>]>`
    select (select id from users where username = 'importer') as importer, (select id from users where username = 'approver') as approver`;
  const { programme } = DEMO_PROGRAMMES.find(({ programme: { name } }) => name === 'Velquist Arcade')!;
  const stock = (await sql<{ id: string }[]>`select id from cards where price_cents < 3000 order by random()`).map(
    ({ id }) => id,
  );
  const order = (client: number) => {
    const id = stock.pop();
    if (!id) throw new Error('the stock of cards ran out');
    return {
      path: '/api/invoices',
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens[(stock.length * CLIENTS + client) % BUYERS]}`,
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ ids: [id] }),
    };
  };
  const shop = await startChild('./child-importer.ts', database);
  const load = (seconds: number) => runLoad({ url: shop.url, clients: CLIENTS, seconds, status: 201, next: order });
  await load(2);

  // The same cards without anybody waiting, which is the price of putting them on sale alone.
  const alone = await goOnSale(await incoming('alone'));
  const quiet = await load(QUIET_SECONDS);

  const target = await incoming('awaited');
  await wait(target.programme_id);
  let done = false;
  const loads: LoadResult[] = [];
  const loading = (async () => {
    while (!done) loads.push(await load(1));
  })();
  const start = performance.now();
  const allotted = await goOnSale(target);
  for (let left = 1; left > 0; ) {
    await delay(LOOK_MS);
    const [open] = await sql<[{ left: number }]>`select count(*) as left from preorders where ended_at is null`;
    left = open.left;
  }
  const seconds = (performance.now() - start) / 1000;
  done = true;
  await loading;
  const problems = [...(await verifyLedger(sql)).problems, ...(await verifyPreorders(sql))];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const p99s = loads.map(({ p99_ms }) => p99_ms);
  await writeResult('preorder-fills', sql, {
    cards: CARDS,
    preorders: PREORDERS,
    clients: CLIENTS,
    on_sale_ms: { without_preorders: Math.round(alone), with_preorders: Math.round(allotted) },
    fill_seconds: round(seconds),
    fills_per_second: Math.round(PREORDERS / seconds),
    checkouts: {
      quiet: { per_second: Math.round(quiet.per_second), p50_ms: round(quiet.p50_ms), p99_ms: round(quiet.p99_ms) },
      beside_fills: {
        per_second: Math.round(median(loads.map(({ per_second }) => per_second))),
        p50_ms: round(median(loads.map(({ p50_ms }) => p50_ms))),
        p99_ms: round(median(p99s)),
        worst_second_p99_ms: round(Math.max(...p99s)),
      },
    },
  });
  await shop.close();

  /** A batch that its issuer confirmed and that waits for its approval. */
  async function incoming(name: string): Promise<{ programme_id: string; batch_id: string }> {
    const programme_id = await addProgramme(sql, staff, { ...programme, name: `${programme.name} ${name}` });
    const batch_id = await addBatch(database, staff, { programme_id, discount_bp: 500 });
    await sql`
      insert into cards (programme_id, batch_id, state, issuer_confirmed, face_cents, price_cents, discount_bp, sealed, blind_index)
      select ${programme_id}, ${batch_id}, 'unconfirmed', true, ${FACE_CENTS}, 950, 500,
        sha256(n::text::bytea) || sha256((-n)::text::bytea) || sha256((n + 0.5)::text::bytea), sha256((${name}::text || n)::bytea)
      from generate_series(1, ${CARDS}::int) as n`;
    await settle(sql);
    return { programme_id, batch_id };
  }

  /** As an approval does it; returns milliseconds. */
  async function goOnSale({ batch_id }: { batch_id: string }): Promise<number> {
    const began = performance.now();
    await transaction(sql, (tx) =>
      moveCards({ catalogue }, tx, { batch_id, which: tx`state = 'unconfirmed'`, state: tx`'available'` }),
    );
    return performance.now() - began;
  }

  /** Pre-orders of one to three cards, five for each buyer who waits, all of them to be filled. */
  async function wait(programme_id: string): Promise<void> {
    await sql`
      with waiting as (
        select id as user_id, row_number() over (order by id) - 1 as nth from users
        where username in (select 'buyer' || n from generate_series(${BUYERS}::int, ${BUYERS + WAITING - 1}::int) n)
      )
      insert into preorders (user_id, programme_id, face_cents, quantity, highest_price_cents, notify_only, expires_on, created_at, queued_at)
      select user_id, ${programme_id}, ${FACE_CENTS}, 1 + (n + nth) % 3, ${HIGHEST_CENTS}, false, current_date + 90, now(),
        now() + (nth * 5 + n) * interval '1 millisecond'
      from waiting, generate_series(0, ${PREORDERS / WAITING - 1}::int) n`;
    await sql`
      insert into ledger_accounts (kind, owner_id, limited)
      select distinct 'preorder_reserved', user_id, true from preorders`;
    await sql`
      insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, reference, unique_key)
      select d.id, c.id, p.reserved_cents, 'preorder_reserved', p.id, 'preorder:' || p.id || ':reserve'
      from preorders p join ledger_accounts d on d.owner_id = p.user_id and d.kind = 'available'
      join ledger_accounts c on c.owner_id = p.user_id and c.kind = 'preorder_reserved'`;
    await sql`vacuum analyze preorders`;
  }
} finally {
  await database.close();
}

function round(value: number): number {
  return Number(value.toFixed(1));
}
