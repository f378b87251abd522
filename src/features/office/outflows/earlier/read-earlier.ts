import { createHash } from 'node:crypto';
import type { Coin } from '#platform/chain/types.ts';
import type { Db, Fragment } from '#platform/db/client.ts';
import { unlabelled } from '../listed/select-outflows.ts';

/** Labelled by one decision; another one goes on with the rest. */
const AT_ONCE = 500;
/** With it the record of what outflows were for began: it noted those that there were. */
const BEGAN = '0032_outflow_labels.sql';

export interface EarlierOutflow {
  id: number;
  coin: Coin;
  txid: string;
  units: string;
}

export interface Earlier {
  /** The oldest of them. */
  outflows: readonly EarlierOutflow[];
  /** How many there are in all. */
  total: number;
}

/** SQL for an outflow `o` from before the record began. */
export const isEarlier = (sql: Db): Fragment =>
  sql`o.noted_at <= (select applied_at from schema_migrations where name = ${BEGAN})`;

/** Outflows from before the record began that nobody has labelled. */
export async function readEarlier(sql: Db): Promise<Earlier> {
  const rows = await sql<(EarlierOutflow & { total: number })[]>`
    select o.id, o.coin, o.txid, o.amount_units::text as units, count(*) over () as total from labelled_outflows o
    where ${unlabelled(sql)} and ${isEarlier(sql)}
    order by o.id limit ${AT_ONCE}`;
  return { outflows: rows.map(({ total: _, ...outflow }) => outflow), total: rows[0]?.total ?? 0 };
}

/** Names these outflows in a proposal: two people agree to no others. */
export const digestOf = (outflows: readonly EarlierOutflow[]): string =>
  createHash('sha256')
    .update(outflows.map(({ coin, txid }) => `${coin}:${txid}`).join(' '))
    .digest('hex');
