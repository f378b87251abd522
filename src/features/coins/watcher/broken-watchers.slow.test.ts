import { expect, onTestFinished, test } from 'vitest';
import type { ChainAdapter } from '#platform/chain/types.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';
import { ethereumWorld } from '#tests/support/worlds/ethereum-world.ts';
import { torture } from '#tests/support/worlds/torture.ts';
import type { World } from '#tests/support/worlds/world.ts';
import { findCursor } from '../deposits/credit/cursor.ts';

// Checks that the torture run finds faults: each watcher is the product with one safeguard removed.
const SEEDS = [3, 1, 5];
const ROUNDS = 60;

interface Broken {
  adapter?: (shop: TestShop, adapter: ChainAdapter) => ChainAdapter;
  database?: (shop: TestShop) => Promise<unknown>;
}

/** The faults found by the first seed that finds any. */
async function findFault({ adapter, database }: Broken): Promise<string[]> {
  for (const seed of SEEDS) {
    const shop = await createTestShop();
    const world: World = await ethereumWorld(onTestFinished);
    await database?.(shop);
    const chain = { ...world.chain, adapter: adapter?.(shop, world.chain.adapter) ?? world.chain.adapter };
    const { wrong } = await torture(shop, world, { seed, rounds: ROUNDS, chain });
    if (wrong.length > 0) return wrong;
  }
  return [];
}

const broken: Record<string, Broken> = {
  'without the comparison of hashes': {
    adapter: ({ sql }, adapter) => ({
      ...adapter,
      // Whatever the node has at the cursor's height passes as the block we read, and any block follows any other.
      async hashAt(height) {
        const cursor = await findCursor(sql, 'ETH');
        return cursor?.height === height ? cursor.hash : adapter.hashAt(height);
      },
      async block(height, watched) {
        const block = await adapter.block(height, watched);
        const cursor = await findCursor(sql, 'ETH');
        return block && cursor?.height === height - 1 ? { ...block, parent: cursor.hash } : block;
      },
    }),
  },
  'without reversals': {
    database: ({ sql }) =>
      sql.unsafe(`
        create function keep() returns trigger language plpgsql as $$ begin new.gone_at := null; return new; end $$;
        create trigger keep before update on deposits for each row execute function keep()`),
  },
  'with the entry and its mark in two transactions, and no unique key': {
    database: ({ sql }) =>
      sql.unsafe(`
        alter table ledger_transfers drop constraint ledger_transfers_unique_key_key;
        alter table deposit_credits drop constraint deposit_credits_deposit_id_generation_key;
        create function lose() returns trigger language plpgsql as $$
          begin
            if new.state = 'credited' and old.state <> 'credited' and random() < 0.3 then return null; end if;
            return new;
          end $$;
        create trigger lose before update on deposits for each row execute function lose()`),
  },
  'without payments from inside contracts': {
    adapter: (_, { balancesAt: _balances, ...adapter }) => adapter,
  },
};

test.each(Object.entries(broken))('a shop %s is caught', async (_, variant) => {
  expect(await findFault(variant)).not.toEqual([]);
});

test('the unique key alone refuses an entry whose mark was lost', async () => {
  const shop = await createTestShop();
  const world = await ethereumWorld(onTestFinished);
  await shop.sql.unsafe(`
    create table lost (deposit_id uuid primary key);
    create function lose() returns trigger language plpgsql security definer as $$
      begin
        if new.state = 'credited' and old.state <> 'credited' and not exists (select from lost where deposit_id = old.id) then
          insert into lost values (old.id);
          return null;
        end if;
        return new;
      end $$;
    create trigger lose before update on deposits for each row execute function lose()`);
  const { wrong } = await torture(shop, world, { seed: 3, rounds: 30 });
  // Nothing is credited twice; a deposit that lost its mark stays uncredited and is reported.
  const twice = await shop.sql`select unique_key from ledger_transfers group by unique_key having count(*) > 1`;
  expect(twice).toHaveLength(0);
  expect(wrong.filter((line) => line.startsWith('ledger'))).toEqual([]);
});
