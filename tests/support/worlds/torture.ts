import { createPayment } from '#contracts/coins/payments.ts';
import { depositBooks } from '#features/coins/deposits/deposit-books.ts';
import { refreshRates } from '#features/coins/rates/refresh-rates.ts';
import { demoSources } from '#features/coins/rates/tickers/demo-source.ts';
import { createWatch } from '#features/coins/watcher/watch-chains.ts';
import type { Chain } from '#platform/chain/open-chain.ts';
import type { ChainAdapter } from '#platform/chain/types.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import type { TestShop } from '#tests/support/shop.ts';
import { verifyBooks } from '#tests/support/verify-books.ts';
import { randomOf, type World } from './world.ts';

const USERS = 5;
const CRASH_SHARE = 0.04;
const CRASHING_TABLES = [
  'deposits',
  'dust_deposits',
  'ledger_transfers',
  'audit_entries',
  'chain_blocks',
  'chain_cursors',
];

class Crash extends Error {}

export interface Run {
  seed: number;
  rounds: number;
  /** Replaces the world's chain, for a shop that is broken on purpose. */
  chain?: Chain;
}

export interface Outcome {
  /** Disagreements with the node or the books; empty if all is well. */
  wrong: string[];
  figures: Record<string, number | string>;
}

/**
 * Random payments, sweeps, double spends and reorganisations, while two watchers poll at once and crash between any two
 * statements and after any reply of the node. In the end the node decides what each buyer should have.
 */
export async function torture(
  shop: TestShop,
  world: World,
  { seed, rounds, chain = world.chain }: Run,
): Promise<Outcome> {
  const { coin } = chain;
  const random = randomOf(seed);
  const tally = { payments: 0, reorganisations: 0, deep: 0, crashes: 0 };
  shop.ctx.chains[coin] = chain;
  await refreshRates(shop.ctx, demoSources());
  await createWatch(shop.ctx, chain)();
  const payers = await Promise.all(
    Array.from({ length: USERS }, async () => {
      const user = await shop.createUser({ tier: 2 });
      const { body } = await shop.as(user)(createPayment, { body: { coin, amount_cents: 1000 } });
      return { user, address: body.data.address };
    }),
  );
  const addresses = payers.map(({ address }) => address);
  const crashes = await armCrashes(shop);
  // Separate random sources: however the two race, the seed alone decides what happens on the chain.
  const watchers = [1_000_000, 2_000_000].map((own) => ({
    ...chain,
    adapter: crashing(chain.adapter, randomOf(seed + own), crashes.areOn),
  }));

  async function untilDone(watched: Chain): Promise<void> {
    for (;;) {
      try {
        await createWatch(shop.ctx, watched)();
        return;
      } catch (error) {
        if (!/injected crash/.test((error as Error).message)) throw error;
        tally.crashes++;
      }
    }
  }
  async function pollTwiceAtOnce(): Promise<void> {
    await crashes.turn(true);
    await Promise.all(watchers.map(untilDone));
    await crashes.turn(false);
  }

  for (let round = 0; round < rounds; round++) {
    const dice = random();
    if (dice < 0.35) {
      await world.pay(addresses, random);
      tally.payments++;
    } else if (dice < 0.9) {
      await world.mine(1 + Math.floor((random() * world.depth * 3) / 4));
    } else {
      // First credit what is deep enough, so that some of it is lost again.
      await pollTwiceAtOnce();
      const depth = await world.reorganise(1 + Math.floor(random() * world.depth * 1.8), random);
      tally.reorganisations++;
      if (depth > world.depth) tally.deep++;
    }
    if (random() < 0.7) await pollTwiceAtOnce();
  }
  // Pay everybody enough that no small deposit stays below the minimum.
  for (const address of addresses) await world.payEnough(address);
  for (let i = 0; i < 3; i++) {
    await world.mine(world.depth + 3);
    await createWatch(shop.ctx, chain)();
  }
  const [books] = await shop.sql<Record<string, number>[]>`
    select (select count(*) from deposits) as deposits,
      (select count(*) from deposits where is_sum_of_dust(txid) and generation > 0) as sums, (select max(generation) from deposits) as generations,
      (select count(*) from audit_entries where action = 'payment.reversed') as reversals`;
  return { wrong: await compare(shop, world, payers), figures: { coin, seed, ...tally, ...books! } };
}

/** Simulates a crash between statements by failing any of them: the database rolls back either way. */
async function armCrashes({ sql }: TestShop) {
  await sql`create table torture (armed boolean)`;
  await sql`insert into torture values (false)`;
  await sql.unsafe(`create function crash() returns trigger language plpgsql security definer as $$
    begin
      if (select armed from torture) and random() < ${CRASH_SHARE} then raise exception 'injected crash'; end if;
      return null;
    end $$`);
  for (const table of CRASHING_TABLES) {
    await sql.unsafe(`create trigger crash after insert or update on ${table} for each row execute function crash()`);
  }
  let armed = false;
  return {
    areOn: () => armed,
    async turn(on: boolean) {
      armed = on;
      await sql`update torture set armed = ${on}`;
    },
  };
}

function crashing(adapter: ChainAdapter, chance: () => number, areOn: () => boolean): ChainAdapter {
  return new Proxy(adapter, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        const result = await value(...args);
        if (areOn() && chance() < CRASH_SHARE) throw new Crash('injected crash');
        return result;
      };
    },
  });
}

async function compare(
  { sql }: TestShop,
  world: World,
  payers: readonly { user: { id: string }; address: string }[],
): Promise<string[]> {
  const { problems } = await verifyLedger(sql);
  const wrong = [...problems, ...(await verifyBooks(sql, depositBooks))].map((problem) => `ledger: ${problem}`);
  const [cursor] = await sql`select state, reason_code from chain_cursors where coin = ${world.chain.coin}`;
  if (cursor!.state !== 'following') wrong.push(`paused: ${cursor!.reason_code}`);
  const truth = await world.received(payers.map(({ address }) => address));
  for (const { user, address } of payers) {
    const [credited] = await sql<{ units: string; cents: number }[]>`
      select coalesce(sum(credited_units), 0)::text as units, coalesce(sum(credited_cents), 0)::bigint as cents
      from deposits where user_id = ${user.id} and state = 'credited'`;
    const [dust] = await sql<{ units: string }[]>`
      select coalesce(sum(amount_units), 0)::text as units from dust_deposits
      where user_id = ${user.id} and deposit_id is null and height is not null`;
    const received = truth.get(address)!;
    if (BigInt(credited!.units) + BigInt(dust!.units) !== received)
      wrong.push(`${address}: ${credited!.units} credited and ${dust!.units} waiting of ${received}`);
    const owned = await balanceOf(sql, { kind: 'available', owner_id: user.id });
    const owed = await balanceOf(sql, { kind: 'debt', owner_id: user.id });
    if (owned + owed !== credited!.cents)
      wrong.push(`${address}: ${owned + owed} cents owned, ${credited!.cents} credited`);
  }
  return wrong;
}
