import { userChannel } from '#contracts/channels.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { appendEvents } from '#platform/events/append-events.ts';

/** Has the pages of payments that are under way in this coin count confirmations: the chain moved. */
export async function publishPendingPayments(sql: Db, coin: Coin): Promise<void> {
  const events = sql`
    select distinct ${userChannel('')} || user_id, 'payment', jsonb_build_object('id', payment_id)
    from deposits where coin = ${coin} and state = 'pending' and height is not null`;
  await appendEvents(sql, events);
}
