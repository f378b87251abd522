import type { Fragment, Sql } from '#platform/db/client.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import { isGenuine, rowMac, type SealedRow } from '#platform/vault/row-seal.ts';

const AT_ONCE = 1_000;

/**
 * Has the MACs of deposits cover what later releases added, once, on the owner's connection: senders, depth and block first, then the
 * time from which they were deep enough. One that doesn't fit what it covered before stays, and its row is as forged as before.
 */
export async function sealDepositsAgain(sql: Sql, vault: Macs): Promise<void> {
  await sealAgain(sql, vault, {
    kind: 'deposit again',
    before: sql`jsonb_build_array(
      id, coin, txid, n, key, user_id, payment_id, amount_units, micros(first_seen_at))::text`,
  });
  await sealAgain(sql, vault, {
    kind: 'deposit confirmed',
    before: sql`sealed_facts(jsonb_populate_record(d, '{"confirmed_at": null}'))`,
  });
}

async function sealAgain(sql: Sql, vault: Macs, { kind, before }: { kind: string; before: Fragment }): Promise<void> {
  for (let more = true; more; ) {
    more = await sql.begin(async (tx) => {
      const due = await tx<{ id: string }[]>`
        delete from rows_to_seal where (kind, id) in (
          select kind, id from rows_to_seal where kind = ${kind} order by id limit ${AT_ONCE} for update skip locked)
        returning id`;
      const rows = await tx<(SealedRow & { id: string; next: string })[]>`
        select id, mac, sealed_facts(jsonb_populate_record(d, jsonb_build_object('revision', revision + 1))) as next,
          ${before} as facts
        from deposits d where id = any(${due.map(({ id }) => id)}::uuid[])`;
      for (const { id, next, ...row } of rows) {
        if (!isGenuine(vault, 'deposits', row)) continue;
        await tx`update deposits set mac = ${rowMac(vault, 'deposits', next)} where id = ${id}`;
      }
      return due.length > 0;
    });
  }
}
