import type { Outflow, OutflowDetails } from '#contracts/office/outflows.ts';
import { message } from '#i18n/message.ts';
import { addressKey } from '#platform/chain/address-key.ts';
import type { Coin, Key } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Ctx } from '../../../ctx.ts';
import { coldKeys } from '../../cold-wallets/wallet/watched-wallets.ts';
import { outflowColumns } from './select-outflows.ts';

type Record = OutflowDetails['records'][number] & { address: string | null };

/** One outflow, with where it went and all that is said about it. */
export async function readOutflow(ctx: Ctx, sql: Db, id: number): Promise<OutflowDetails> {
  const [outflow] = await sql<Outflow[]>`${outflowColumns(sql)} where o.id = ${id}`;
  if (!outflow) throw new AppError('not_found', message('outflow.not_found'));
  const { coin, txid } = outflow;
  const chain = ctx.chains[coin];
  const [taken, [block], recorded, labels] = await Promise.all([
    sql<{ key: Key; units: string }[]>`
      select key, sum(amount_units)::text as units from outflows where coin = ${coin} and txid = ${txid}
      group by key order by sum(amount_units) desc, key`,
    sql<{ paid: [Key, string][] | null }[]>`select paid from outflow_transactions where id = ${id}`,
    readRecords(sql, coin, txid),
    sql<OutflowDetails['labels'][number][]>`
      select l.id, l.label, l.reason, l.at, u.username as by from outflow_labels l
        left join users u on u.id = l.labelled_by
      where l.coin = ${coin} and l.txid = ${txid} order by l.at desc, l.id desc`,
  ]);
  const paid = block?.paid ?? null;
  const own = await ownAmong(sql, coin, paid?.map(([key]) => key) ?? []);
  const cold = chain ? await coldKeys(ctx, sql, chain) : new Set<Key>();
  const refunds = recorded.flatMap(({ address }) => (address === null ? [] : (addressKey(address) ?? [])));
  // A script that no address stands for is shown as it is.
  const written = (key: Key) => chain?.addressOf(key) ?? key;
  const whose = (key: Key) => {
    if (own.has(key) || chain?.changeKeys().has(key)) return 'own';
    if (cold.has(key)) return 'cold_wallet';
    return refunds.includes(key) ? 'refund' : 'other';
  };
  return {
    ...outflow,
    taken: taken.map(({ key, units }) => ({ address: written(key), units })),
    paid: paid?.map(([key, units]) => ({ address: written(key), units, whose: whose(key) })) ?? null,
    records: recorded.map(({ address: _, ...record }) => record),
    labels: [...labels],
  };
}

const readRecords = (sql: Db, coin: Coin, txid: string) => sql<Record[]>`
  select 'refund' as kind, id, amount_cents, null::uuid as seller_id, address from top_up_returns
  where coin = ${coin} and txid = ${txid}
  union all
  select 'payout', id, amount_cents, seller_id, null from seller_payouts
  where sent_currency = ${coin} and reference = ${txid} order by kind, id`;

/** Those of these keys that the shop watches. */
async function ownAmong(sql: Db, coin: Coin, keys: readonly Key[]): Promise<Set<Key>> {
  const rows = await sql<{ key: Key }[]>`
    select key from deposit_addresses where coin = ${coin} and key = any(${[...keys]})
    union select key from derived_keys where coin = ${coin} and key = any(${[...keys]})`;
  return new Set(rows.map(({ key }) => key));
}
