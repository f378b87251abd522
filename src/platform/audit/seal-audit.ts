import type { ChainedLog, Link } from '#platform/chained-log/chained-log.ts';
import { sealLog } from '#platform/chained-log/seal-log.ts';
import type { Db } from '#platform/db/client.ts';
import { auditKeyOf } from '#platform/vault/create-vault.ts';
import { type AuditKey, addressDigest, type Entry, linkHash } from './link-hash.ts';
import { unsealed } from './unsealed.ts';

type Unsealed = Entry & { coarse: string };
type Sealed = Link & { key_number: number; entry_id: number; address_digest: Uint8Array; coarse_digest: Uint8Array };

/** Chains every committed entry that is not chained yet; returns how many. Only one sealer works at a time. */
export const sealAudit = (sql: Db, key: AuditKey): Promise<number> => sealLog(sql, auditLog(key));

function auditLog(keys: AuditKey): ChainedLog<Unsealed, Sealed> {
  let key = auditKeyOf(keys.auditKeys, keys.audit_number);
  return {
    lock: 7_346_101,
    async findEnd(sql) {
      const [end] = await sql<(Link & { key_number: number })[]>`
      select position, link, key_number from audit_chain order by position desc limit 1`;
      // Another process, whose clock is ahead, may have begun with the next key: from then on there is no way back.
      if (end && end.key_number > key.number) key = auditKeyOf(keys.auditKeys, end.key_number);
      return end;
    },
    readUnsealed: (sql, limit) => sql<Unsealed[]>`
    select e.id, e.at::text as at, e.actor_id, e.action, e.subject, e.address, e.details::text as details,
      coarse_address(e.address) as coarse
    from audit_entries e where ${unsealed(sql)} order by e.id limit ${limit}`,
    makeLink(previous, position, entry) {
      const digests = {
        address_digest: addressDigest(key, entry.id, entry.address),
        coarse_digest: addressDigest(key, entry.id, entry.coarse),
      };
      const link = linkHash(key, previous, position, { ...entry, ...digests });
      return { position, key_number: key.number, entry_id: entry.id, link, ...digests };
    },
    async append(sql, links) {
      await sql`insert into audit_chain ${sql(links)}`;
    },
  };
}
