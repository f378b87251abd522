import { type AuditEntry, appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { type Vault, vaultOf } from '#platform/vault/create-vault.ts';
import type { Ring } from '#platform/vault/roots/ring.ts';

const PURPOSE = 'version of the keyring';
/** More changes of keys than a shop makes: somebody who fills the log with others can't push the true ones out, which came before. */
const MAX_READ = 1_000;

/** Records a change of the keyring in the audit log, with the version that it has from then on and a MAC that only the vault makes. */
export async function recordRing(sql: Db, ring: Ring, entry: Omit<AuditEntry, 'actor_id'>): Promise<void> {
  const mac = vaultOf(ring.first, { ring }).own.mac(PURPOSE, String(ring.version)).toString('hex');
  await appendAudit(sql, { ...entry, actor_id: null, details: { ...entry.details, ring: ring.version, mac } });
}

/** Throws if the audit log records a later version of the keyring than this one: somebody put back an earlier one. */
export async function refuseEarlierRing(sql: Db, { ring, own }: Vault): Promise<void> {
  const later = await sql<{ version: string; mac: string }[]>`
    select details ->> 'ring' as version, details ->> 'mac' as mac from audit_entries
    where action in ('key.made', 'key.retired', 'key.master_admitted', 'key.master_withdrawn')
      and details ->> 'ring' ~ '^[1-9][0-9]{0,8}$' and (details ->> 'ring')::int > ${ring.version}
      and details ->> 'mac' ~ '^[0-9a-f]{64}$'
    order by id limit ${MAX_READ}`;
  if (later.some(({ version, mac }) => own.verifyMac(PURPOSE, version, Buffer.from(mac, 'hex'))))
    throw new Error(
      'The keyring in the database is an earlier one than the audit log records: somebody put it back, and retired keys would count again. Restore the table keyrings from the newest backup.',
    );
}
