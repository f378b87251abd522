import type { IssuerCheck } from '#contracts/supply/issuers.ts';
import type { Db } from '#platform/db/client.ts';

/** The latest check of a batch, running or ended. */
export async function readCheck(sql: Db, batch_id: string): Promise<IssuerCheck | null> {
  const [check] = await sql<IssuerCheck[]>`
    select i.id, u.username as asked_by, i.created_at, i.ended_at, i.failure, i.total, i.active, i.unknown, i.inactive,
      i.redeemed, i.confirmed
    from issuer_checks i left join users u on u.id = i.asked_by
    where i.batch_id = ${batch_id} order by i.batch_id desc, i.id desc limit 1`;
  return check ?? null;
}
