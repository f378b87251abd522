import type { Coin } from '#platform/chain/types.ts';
import { markCommit } from '#platform/db/after-commit.ts';
import type { Db } from '#platform/db/client.ts';

/** Tells the owners of payments that are under way in this coin that the chain moved: their pages count confirmations. */
export async function tellPending(sql: Db, coin: Coin): Promise<void> {
  await sql`
    insert into events (channel, event, data)
    select distinct 'private-user.' || user_id, 'payment', jsonb_build_object('id', payment_id)
    from deposits where coin = ${coin} and state = 'pending' and height is not null`;
  markCommit(sql);
}
