import type { Tx } from '#platform/db/client.ts';

/** Has the prices of what comes into a batch follow another rate of its currency. */
export async function takeRate(sql: Tx, batch_id: string, usd_e9: number): Promise<void> {
  await sql`update batches set usd_e9 = ${usd_e9} where id = ${batch_id}`;
}
