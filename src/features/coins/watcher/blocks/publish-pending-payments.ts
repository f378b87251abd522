import { userChannel } from '#contracts/channels.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { appendEvents } from '#platform/events/append-events.ts';

/** Publishes to the owners of confirming payments in this coin that the chain moved: their pages count confirmations. */
export async function publishPendingPayments(sql: Db, coin: Coin): Promise<void> {
  const events = sql`
    select distinct ${userChannel('')} || user_id, 'payment', jsonb_build_object('id', payment_id)
    from deposits where coin = ${coin} and state = 'pending' and height is not null`;
  await appendEvents(sql, events);
}
