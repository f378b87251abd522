import type { Db } from '#platform/db/client.ts';

interface Cause {
  user_id: string;
  deposit_id: string;
}

/** Blocks the user's purchases until nothing is owed any more: repaid, settled from the balance or written off by two people. */
export async function blockSpending(sql: Db, now: Date, { user_id, deposit_id }: Cause): Promise<void> {
  await sql`
    insert into spending_blocks (user_id, deposit_id, blocked_at) values (${user_id}, ${deposit_id}, ${now})
    on conflict (user_id) where lifted_at is null do nothing`;
}
