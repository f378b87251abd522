import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { appendEvents } from '#platform/events/append-events.ts';

/** Tells the owners of payments that are under way in this coin that the chain moved: their pages count confirmations. */
export async function publishPendingPayments(sql: Db, coin: Coin): Promise<void> {
  await appendEvents(
    sql,
    sql`
    select distinct 'private-user.' || user_id, 'payment', jsonb_build_object('id', payment_id)
    from deposits where coin = ${coin} and state = 'pending' and height is not null`,
  );
}

/** Tells the owners of payments that are waited for or under way in this coin that its chain is paused or followed again. */
export async function publishWaitingPayments(sql: Db, coin: Coin, now: Date): Promise<void> {
  // Ids grow with time: a quote of the last twenty minutes is found without looking at the others.
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
