import type { Sql, Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Macs, Vault } from './create-vault.ts';
import { keepGateKey } from './decision-gate.ts';
import { rowMac } from './row-seal.ts';

const PIECE = 5_000;
/** Whose MACs only the vault process makes. */
const OWN = ['verifications'];

/**
 * Gives the rows from before a table had MACs theirs, and the triggers the key of the decisions' gate: once, as the owner
 * of the tables. The role that serves can't write to `sealings`, so nobody with its credentials has a row of theirs
 * sealed later. Processes that start meanwhile wait.
 */
export async function sealTables(vault: Vault, sql: Sql): Promise<void> {
  await transaction(sql, async (tx) => {
    const waiting = await tx<{ name: string }[]>`
      select name from sealings where sealed_at is null order by name for update`;
    for (const { name } of waiting) {
      await (name === 'decision_gate'
        ? keepGateKey(vault, tx)
        : sealTable(OWN.includes(name) ? vault.own : vault, tx, name));
      await tx`update sealings set sealed_at = now() where name = ${name}`;
    }
  });
}

/** Triggers that keep a row as it is would refuse its MAC. */
async function sealTable(vault: Macs, sql: Tx, table: string): Promise<void> {
  await sql`alter table ${sql(table)} disable trigger user`;
  for (;;) {
    const rows = await sql<{ place: string; facts: string }[]>`
      select ctid::text as place, sealed_facts(r) as facts from ${sql(table)} r where mac is null limit ${PIECE}`;
    if (rows.length === 0) break;
    const places = rows.map(({ place }) => place);
    const macs = rows.map(({ facts }) => rowMac(vault, table, facts).toString('hex'));
    await sql`
      update ${sql(table)} r set mac = decode(made.mac, 'hex')
      from unnest(${places}::text[]::tid[], ${macs}::text[]) as made (place, mac) where r.ctid = made.place`;
  }
  await sql`alter table ${sql(table)} enable trigger user`;
}
