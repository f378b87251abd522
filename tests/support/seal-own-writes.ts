import { hkdfSync } from 'node:crypto';
import type { Sql } from '#platform/db/client.ts';
import { SUPERUSER } from '#platform/embedded/postgres-cluster.ts';

const BLOCK_BYTES = 64;
const SEALED = [
  'users',
  'devices',
  'sessions',
  'passkeys',
  'email_tokens',
  'proposals',
  'proposal_approvals',
  'decision_signatures',
  'deposits',
  'unclaimed_deposits',
  'hold_decisions',
  'payments',
  'rate_samples',
  'fiat_samples',
  'top_up_returns',
];

/**
 * Gives what the tests' superuser writes the MAC that the shop would: tests arrange rows by SQL, and none of them is a
 * forgery. Rows that the shop or its role writes are left as they are.
 */
export async function sealOwnWrites(sql: Sql, masterKey: Uint8Array): Promise<void> {
  const key = Buffer.alloc(BLOCK_BYTES);
  Buffer.from(hkdfSync('sha256', masterKey, '', 'facevalue vault v1 mac', 32)).copy(key);
  const padded = (pad: number) => `'\\x${Buffer.from(key.map((byte) => byte ^ pad)).toString('hex')}'::bytea`;
  await sql.begin(async (tx) => {
    await tx.unsafe(`
      create or replace function seal_own_write() returns trigger language plpgsql as $$
      declare purpose text := 'row of ' || tg_table_name;
      begin
        if session_user = '${SUPERUSER}' and (tg_op = 'INSERT' or new.mac is not distinct from old.mac) then
          new.mac := sha256(${padded(0x5c)} || sha256(${padded(0x36)}
            || convert_to(octet_length(purpose) || ':' || purpose || ':' || sealed_facts(new), 'UTF8')));
        end if;
        return new;
      end $$`);
    for (const table of SEALED) {
      await tx.unsafe(`
        create or replace trigger zz_seal_own_write before insert or update on ${table}
        for each row execute function seal_own_write()`);
      await tx.unsafe(`alter table ${table} enable always trigger zz_seal_own_write`);
    }
  });
}
