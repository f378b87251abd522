import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { appendEvents } from '#platform/events/append-events.ts';

/**
 * Publishes an event to owners of confirming payments in this coin that the chain moved: their pages count
 * confirmations.
 */
export async function publishPendingPayments(sql: Db, coin: Coin): Promise<void> {
  await appendEvents(
    sql,
    sql`
    select distinct 'private-user.' || user_id, 'payment', jsonb_build_object('id', payment_id)
    from deposits where coin = ${coin} and state = 'pending' and height is not null`,
  );
}

/** Publishes an event to owners of open or confirming payments in this coin that its chain was paused or resumed. */
export async function publishWaiting(sql: Db, coin: Coin, now: Date): Promise<void> {
  // Ids grow with time: quotes of the last 20 minutes are found without scanning older ones.
  await appendEvents(
    sql,
    sql`
    select 'private-user.' || user_id, 'payment', jsonb_build_object('id', id)
    from payments where coin = ${coin} and id > uuidv7(interval '-1 hour') and expires_at > ${now}
    union
    select 'private-user.' || user_id, 'payment', jsonb_build_object('id', payment_id)
    from deposits where coin = ${coin} and state = 'pending' and height is not null`,
  );
}
