import { expect, test } from 'vitest';
import { activateIfReady } from '#features/identity/auth/activation/activate-if-ready.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import { createTestShop } from '#tests/support/shop.ts';

const shop = await createTestShop();

test.for(['credit', 'confirmation'] as const)(
  'a confirmation and a first top-up in the same moment activate the account, with the %s committed last',
  async (last) => {
    const user = await shop.createUser({ active: false, tier: 0 });
    const confirm = await openTransaction();
    const credit = await openTransaction();
    await transfer(credit.tx, {
      debit: { kind: 'crypto_eth', owner_id: null },
      credit: { kind: 'available', owner_id: user.id, limited: true },
      amount_cents: 1000,
      kind: 'top_up',
      unique_key: `race:${user.id}`,
    });
    const confirmed = async () => {
      await confirm.tx`update users set email_verified_at = now() where id = ${user.id}`;
      return activateIfReady(shop.ctx, confirm.tx, user.id);
    };
    const credited = () => activateIfReady(shop.ctx, credit.tx, user.id);
    const [first, second] = last === 'credit' ? [confirm, credit] : [credit, confirm];
    const activated = [await (first === confirm ? confirmed() : credited())];
    const waiting = second === confirm ? confirmed() : credited();
    let done = false;
    const ended = waiting.finally(() => {
      done = true;
    });
    await expect.poll(async () => done || (await locksWaitedFor()) > 0).toBe(true);
    await first.commit();
    activated.push(await ended);
    await second.commit();
    expect(activated).toEqual([false, true]);
    const [row] = await shop.sql`select activated_at is not null as active from users where id = ${user.id}`;
    expect(row).toEqual({ active: true });
  },
);

/** A transaction that stays open until `commit` is called. */
async function openTransaction() {
  const opened = Promise.withResolvers<Tx>();
  const ending = Promise.withResolvers<void>();
  const done = transaction(shop.sql, async (tx) => {
    opened.resolve(tx);
    await ending.promise;
  });
  return {
    tx: await opened.promise,
    async commit() {
      ending.resolve();
      await done;
    },
  };
}

async function locksWaitedFor(): Promise<number> {
  const [row] = await shop.sql<{ count: number }[]>`
    select count(*) from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`;
  return row!.count;
}
