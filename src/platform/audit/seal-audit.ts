import type { Db, Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type AuditKey, addressDigest, type Entry, linkHash } from './link-hash.ts';
import { unsealed } from './unsealed.ts';

const BATCH = 2_000;
// Any constant that no other lock uses.
const SEAL_LOCK = 7_346_101;

/** Chains every committed entry that is not chained yet; returns how many. Only one sealer works at a time. */
export async function sealAudit(sql: Db, key: AuditKey): Promise<number> {
  let sealed = 0;
  for (;;) {
    const count = await transaction(sql, (tx) => sealBatch(tx, key));
    sealed += count;
    if (count < BATCH) return sealed;
  }
}

async function sealBatch(tx: Tx, key: AuditKey): Promise<number> {
  await tx`select pg_advisory_xact_lock(${SEAL_LOCK})`;
  const [tail] = await tx<
    { position: number; link: Uint8Array }[]
  >`select position, link from audit_chain order by position desc limit 1`;
  // An entry that committed late has a lower id than the tail: an anti-join finds it, a cursor would miss it.
  const entries = await tx<(Entry & { coarse: string })[]>`
    select e.id, e.at::text as at, e.actor_id, e.action, e.subject, e.address, e.details::text as details,
      coarse_address(e.address) as coarse
    from audit_entries e where ${unsealed(tx)} order by e.id limit ${BATCH}`;
  if (entries.length === 0) return 0;
  let position = tail?.position ?? 0;
  let link: Uint8Array = tail?.link ?? new Uint8Array(32);
  const rows = entries.map((entry) => {
    position += 1;
    const digests = {
      address_digest: addressDigest(key, entry.id, entry.address),
      coarse_digest: addressDigest(key, entry.id, entry.coarse),
    };
    link = linkHash(key, link, position, { ...entry, ...digests });
    return { position, entry_id: entry.id, link, ...digests };
  });
  await tx`insert into audit_chain ${tx(rows)}`;
  return rows.length;
}
