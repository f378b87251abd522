import type { Tx } from '#platform/db/client.ts';

/** Notes that a batch's issuer has nothing left to say today, and whether it vouched for cards. */
export async function noteAsked(
  sql: Tx,
  { batch_id, now, vouched }: { batch_id: string; now: Date; vouched: boolean },
): Promise<void> {
  await sql`
    update batches set issuer_asked_on = ${now.toISOString().slice(0, 10)},
      confirmed_at = case when ${vouched} then coalesce(confirmed_at, ${now}) else confirmed_at end
    where id = ${batch_id}`;
}
