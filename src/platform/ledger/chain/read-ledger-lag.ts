import type { Db } from '#platform/db/client.ts';
import { unsealedTransfers } from './unsealed-transfers.ts';

/** How many transfers are committed but have no link yet, and how old the oldest of them is; 0 if there is none. */
export async function readLedgerLag(sql: Db, now: Date): Promise<{ transfers: number; oldest_seconds: number }> {
  const [lag] = await sql<{ transfers: number; oldest_seconds: number }[]>`
    select count(*) as transfers,
      greatest(coalesce(extract(epoch from ${now} - min(t.created_at)), 0), 0)::float8 as oldest_seconds
    from ledger_transfers t where ${unsealedTransfers(sql)}`;
  return lag!;
}
