import type { Db } from '#platform/db/client.ts';

/** Whether a batch has imports that nobody has approved yet. */
export async function awaitsApproval(sql: Db, batch_id: string): Promise<boolean> {
  const [waiting] = await sql`
    select 1 from imports i join batches b on b.id = i.batch_id
    where b.id = ${batch_id} and b.state <> 'withdrawn' and i.state = 'committed' and i.approved_at is null
      and i.imported_cards > 0 limit 1`;
  return waiting !== undefined;
}
