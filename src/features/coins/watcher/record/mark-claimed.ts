import type { Db } from '#platform/db/client.ts';

/** Notes the deposit that an unclaimed one became, by its place on the chain. */
export async function markClaimed(sql: Db, id: string): Promise<void> {
  await sql`
    update unclaimed_deposits s set deposit_id = d.id from deposits d
    where s.id = ${id} and d.coin = s.coin and d.txid = s.txid and d.n = s.n`;
}
