import { randomUUID } from 'node:crypto';
import type { Sql } from '#platform/db/client.ts';
import { transfer } from '#platform/ledger/transfer.ts';

/** Has a buyer owe something, with spending blocked, as after a top-up that the network undid. */
export async function putInDebt(sql: Sql, { id }: { id: string }, cents: number): Promise<void> {
  await transfer(sql, {
    debit: { kind: 'debt', owner_id: id },
    credit: { kind: 'crypto_eth', owner_id: null },
    amount_cents: cents,
    kind: 'top_up_reversal',
    unique_key: `test:${randomUUID()}`,
  });
  await sql.begin(async (tx) => {
    // The deposit that was undone doesn't matter.
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into spending_blocks (user_id, deposit_id, blocked_at) values (${id}, ${randomUUID()}, now())
      on conflict do nothing`;
  });
}
