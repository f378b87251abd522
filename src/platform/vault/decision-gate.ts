import { createHmac } from 'node:crypto';
import type { Sql, Tx } from '#platform/db/client.ts';
import type { Macs } from './create-vault.ts';

const BLOCK_BYTES = 64;
const [INNER, OUTER] = [0x36, 0x5c];

/** Of the vault's keys this one alone is kept in the database, too: for its triggers, out of reach of the role that serves. */
const gateKey = (vault: Macs): Buffer => vault.mac('decision gate', 'key');

/** What a decision carries besides its MAC, so that the database's triggers let it pass and carry it out. */
export const gateOf = (vault: Macs, table: string, facts: string): Buffer =>
  createHmac('sha256', gateKey(vault)).update(`${table}:${facts}`).digest();

/** Keeps the key of the gate for the triggers, as the owner of the tables. */
export async function keepGateKey(vault: Macs, sql: Sql | Tx): Promise<void> {
  const key = Buffer.concat([gateKey(vault)], BLOCK_BYTES);
  const [inner_key, outer_key] = [INNER, OUTER].map((pad) => Buffer.from(key.map((byte) => byte ^ pad))) as [
    Buffer,
    Buffer,
  ];
  await sql`
    insert into decision_gate (inner_key, outer_key) values (${inner_key}, ${outer_key})
    on conflict (id) do update set inner_key = excluded.inner_key, outer_key = excluded.outer_key`;
}
