import { createHash } from 'node:crypto';
import type { Db, Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { unsealed } from './unsealed.ts';

export interface Entry {
  id: number;
  at: string;
  actor_id: string | null;
  action: string;
  subject: string;
  address: string;
  /** The jsonb as PostgreSQL prints it: equal values give the same text. */
  details: string;
}

const BATCH = 2_000;
// Any constant that no other lock uses.
const SEAL_LOCK = 7_346_101;

/** SHA-256 over the previous hash, the position and every field of the entry. */
export function chainHash(previous: Uint8Array, position: number, entry: Entry): Buffer {
  const fields = [
    position,
    entry.id,
    entry.at,
    entry.actor_id,
    entry.action,
    entry.subject,
    entry.address,
    entry.details,
  ];
  return createHash('sha256').update(previous).update(JSON.stringify(fields)).digest();
}

/** Chains every committed entry that is not chained yet; returns how many. Only one sealer works at a time. */
export async function sealAudit(sql: Db): Promise<number> {
  let sealed = 0;
  for (;;) {
    const count = await transaction(sql, sealBatch);
    sealed += count;
    if (count < BATCH) return sealed;
  }
}

async function sealBatch(tx: Tx): Promise<number> {
  await tx`select pg_advisory_xact_lock(${SEAL_LOCK})`;
  const [tail] = await tx<
    { position: number; hash: Uint8Array }[]
  >`select position, hash from audit_chain order by position desc limit 1`;
  // An entry that committed late has a lower id than the tail: an anti-join finds it, a cursor would miss it.
  const entries = await tx<Entry[]>`
    select e.id, e.at::text as at, e.actor_id, e.action, e.subject, e.address, e.details::text as details
    from audit_entries e where ${unsealed(tx)} order by e.id limit ${BATCH}`;
  if (entries.length === 0) return 0;
  let position = tail?.position ?? 0;
  let hash: Uint8Array = tail?.hash ?? new Uint8Array(32);
  const rows = entries.map((entry) => {
    position += 1;
    hash = chainHash(hash, position, entry);
    return { position, entry_id: entry.id, hash };
  });
  await tx`insert into audit_chain ${tx(rows)}`;
  return rows.length;
}
