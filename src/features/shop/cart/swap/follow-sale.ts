import type { Tx } from '#platform/db/client.ts';
import { addJob } from '#platform/jobs/add-job.ts';

/** Has a job tell the carts of others that hold cards which are being sold; without such carts there is none. */
export async function followSale(sql: Tx, user_id: string, card_ids: readonly string[]): Promise<void> {
  const [held] = await sql`
    select from cart_items where card_id = any(${[...card_ids]}) and user_id <> ${user_id} limit 1`;
  if (held) await addJob(sql, 'cart_swap', { card_ids: card_ids.join() });
}
