import { userChannel } from '#contracts/channels.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { appendEvents } from '#platform/events/append-events.ts';

/** Has the pages of payments that wait for money or are under way in this coin show that its chain is paused or followed again. */
export async function publishWaitingPayments(sql: Db, coin: Coin, now: Date): Promise<void> {
  const channel = userChannel('');
  // Ids grow with time: a quote of the last twenty minutes is found without looking at the others.
  const events = sql`
    select ${channel} || user_id, 'payment', jsonb_build_object('id', id)
    from payments where coin = ${coin} and id > uuidv7(interval '-1 hour') and expires_at > ${now}
    union
    select ${channel} || user_id, 'payment', jsonb_build_object('id', payment_id)
    from deposits where coin = ${coin} and state = 'pending' and height is not null`;
  await appendEvents(sql, events);
}
