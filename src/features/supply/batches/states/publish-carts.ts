import type { Db, Query } from '#platform/db/client.ts';
import { appendEvents } from '#platform/events/append-events.ts';

/** Has the open pages of everybody read their cart again who has one of the cards `c` in it that fit `which`. */
export async function publishCarts(sql: Db, which: Query): Promise<void> {
  await appendEvents(
    sql,
    sql`select 'private-user.' || i.user_id, 'cart', '{}'::jsonb
      from carted_cards i join cards c on c.id = i.card_id where ${which} group by i.user_id`,
  );
}
