import { describe, expect, onTestFailed, test } from 'vitest';
import * as contract from '#contracts/payments.ts';
import type { Chain } from '#platform/chain/open-chain.ts';
import type { ChainAdapter } from '#platform/chain/types.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { createWatch } from './watch-chains.ts';

const ROUNDS = 100;
const USERS = 5;
const DEPTH = 12;
const CRASH_SHARE = 0.04;
/** The one with most reversals of the first twenty. More: TORTURE_SEEDS=1,2,3 */
const seeds = (process.env.TORTURE_SEEDS ?? '8').split(',').map(Number);

class Crash extends Error {}

/** Mulberry32. A seed fixes what happens on the chain; where crashes meet the two watchers is up to their race. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

describe.each(seeds)('seed %i', async (seed) => {
  const random = randomOf(seed);
  const shop = await createTestShop();
  const dev = await startDevChain();

  test('payments, sweeps, deep reorganisations, two watchers, crashes everywhere: every unit is credited once', async () => {
    const { look } = await followDevChain(shop.ctx, dev);
    const payers = await Promise.all(
      Array.from({ length: USERS }, async () => {
        const user = await shop.createUser({ tier: 2 });
        const { body } = await shop.as(user)(contract.createPayment, { body: { coin: 'ETH', amount_cents: 1000 } });
        return { user, address: body.data.address };
      }),
    );
    const swept = new Map<string, string>();
    let round = 0;
    const tally = { payments: 0, reorganisations: 0, deep: 0, crashes: 0 };
    onTestFailed(
      () => void process.stdout.write(`torture failed: TORTURE_SEEDS=${seed} ${JSON.stringify({ round, ...tally })}\n`),
    );

    // A crash between statements is a transaction that fails at any of them: the database rolls it back either way.
    await shop.sql`create table torture (armed boolean)`;
    await shop.sql`insert into torture values (false)`;
    await shop.sql.unsafe(`create function crash() returns trigger language plpgsql as $$
      begin
        if (select armed from torture) and random() < ${CRASH_SHARE} then raise exception 'injected crash'; end if;
        return null;
      end $$`);
    for (const table of ['deposits', 'ledger_transfers', 'audit_entries', 'chain_blocks', 'chain_cursors']) {
      await shop.sql.unsafe(
        `create trigger crash after insert or update on ${table} for each row execute function crash()`,
      );
    }
    let armed = false;
    const crashing = (adapter: ChainAdapter, chance: () => number): ChainAdapter =>
      new Proxy(adapter, {
        get(target, name) {
          const value = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          return async (...args: unknown[]) => {
            const result = await value(...args);
            if (armed && chance() < CRASH_SHARE) throw new Crash('injected crash');
            return result;
          };
        },
      });
    // Chance of their own: however the two race, the chain's story stays that of the seed.
    const watchers = [seed + 1_000_000, seed + 2_000_000].map((own) => ({
      ...dev.chain,
      adapter: crashing(dev.chain.adapter, randomOf(own)),
    }));
    async function untilDone(chain: Chain): Promise<void> {
      for (;;) {
        try {
          await createWatch(shop.ctx, chain)();
          return;
        } catch (error) {
          if (!/injected crash/.test((error as Error).message)) throw error;
          tally.crashes++;
        }
      }
    }
    async function lookTwiceAtOnce(): Promise<void> {
      armed = true;
      await shop.sql`update torture set armed = true`;
      await Promise.all(watchers.map(untilDone));
      armed = false;
      await shop.sql`update torture set armed = false`;
    }

    for (; round < ROUNDS; round++) {
      const dice = random();
      const { address } = payers[Math.floor(random() * USERS)]!;
      if (dice < 0.35) {
        const units = BigInt(1 + Math.floor(random() * 9e6)) * 10n ** 9n;
        if (random() < 0.45) await dev.sendInternally(address, units);
        else await dev.send(address, units);
        tally.payments++;
        const held = await dev.balance(address);
        if (random() < 0.15 && held > 10n ** 15n) swept.set(await dev.sweep(address, held / 2n), address);
      } else if (dice < 0.9) {
        await dev.mine(1 + Math.floor(random() * 9));
      } else {
        const depth = 1 + Math.floor(random() * (DEPTH + 10));
        // What is deep enough is credited first, so that some of it is lost again.
        await lookTwiceAtOnce();
        if (depth > DEPTH) tally.deep++;
        await dev.reorganise(depth);
        tally.reorganisations++;
      }
      if (random() < 0.7) await lookTwiceAtOnce();
    }
    // Enough for everybody, so that no small deposit goes on waiting.
    for (const { address } of payers) await dev.send(address, 10n ** 16n);
    for (let i = 0; i < 3; i++) {
      await dev.mine(DEPTH + 3);
      await look();
    }
    const [cursor] = await shop.sql`select state, reason from chain_cursors where coin = 'ETH'`;
    expect(cursor).toEqual({ state: 'following', reason: null });

    const { problems } = await verifyLedger(shop.sql);
    expect(problems).toEqual([]);
    for (const { user, address } of payers) {
      const truth = (await dev.balance(address)) + (await leftBy(address));
      const [credited] = await shop.sql<{ units: string; cents: number }[]>`
        select coalesce(sum(amount_units), 0)::text as units, coalesce(sum(credited_cents), 0)::bigint as cents
        from deposits where user_id = ${user.id} and state = 'credited'`;
      expect({ address, units: BigInt(credited!.units) }).toEqual({ address, units: truth });
      const owned = await balanceOf(shop.sql, { kind: 'available', owner_id: user.id });
      const owed = await balanceOf(shop.sql, { kind: 'debt', owner_id: user.id });
      expect(owned + owed).toBe(credited!.cents);
    }
    const [books] = await shop.sql`
      select (select count(*) from deposits) as deposits, (select max(generation) from deposits) as generations,
        (select count(*) from audit_entries where action = 'payment.reversed') as reversals`;
    process.stdout.write(`torture ${JSON.stringify({ seed, ...tally, ...books })}\n`);

    /** What sweeps that are on the chain took from an address, gas included. */
    async function leftBy(address: string): Promise<bigint> {
      let left = 0n;
      for (const [txid, from] of swept) {
        if (from !== address) continue;
        const receipt = await dev.rpc.call<Record<'status' | 'gasUsed' | 'effectiveGasPrice', string> | null>(
          'eth_getTransactionReceipt',
          [txid],
        );
        if (!receipt) continue;
        const { value } = await dev.rpc.call<{ value: string }>('eth_getTransactionByHash', [txid]);
        left +=
          (receipt.status === '0x1' ? BigInt(value) : 0n) + BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
      }
      return left;
    }
  }, 180_000);
});
