import { centsFor } from '#contracts/coin-amounts.ts';
import type { OutflowLabel } from '#contracts/office/outflows.ts';
import { addressKey } from '#platform/chain/address-key.ts';
import type { Coin, Key } from '#platform/chain/types.ts';
import { transaction } from '#platform/db/transaction.ts';
import { isGenuine, type SealedRow } from '#platform/vault/row-seal.ts';
import { type DerivedKey, isDerivedByUs } from '../../../coins/watcher/keys/derived-key.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { reportForged } from '../../../identity/sessions/seals/report-forged.ts';
import { coldKeys } from '../../cold-wallets/wallet/watched-wallets.ts';
import { appendLabel } from './append-label.ts';

/** How much more than what went back a refund may be worth: rates move between sending and recording, as for payouts. */
const TOLERANCE_PERCENT = 10;

interface Recorded extends SealedRow {
  id: string;
  coin: Coin;
  txid: string;
  /** Pairs of key and units. */
  paid: [Key, string][];
  /** The top-ups that went back by this transaction, and where to; MACs in hex. */
  returns: { id: string; address: string; cents: number; facts: string; mac: string | null }[];
  /** The rate when it left; null where none is near. */
  usd_e8: string | null;
  /** Payouts that were recorded with it; MACs in hex. */
  payouts: { id: string; units: string; facts: string; mac: string | null }[];
  /** Of the keys that it pays, those that the shop says it watches; MACs in hex. */
  derived: (Omit<DerivedKey, 'coin'> & { mac: string | null })[];
}

/**
 * Labels outflows that nobody has labelled and that the shop can explain to the last output: all of it went to a watched wallet, or to
 * where a top-up went back or in the amounts that payouts sent, and the rest to our own addresses. One that is two of these, or that
 * pays anything besides, is left to a person: a theft may travel with a true refund.
 */
export async function labelRecorded(ctx: VaultCtx): Promise<void> {
  const rows = await ctx.sql<Recorded[]>`
    select t.id::text, t.coin, t.txid, t.paid, sealed_facts(t) as facts, t.mac, r.returns, v.usd_e8,
      p.payouts, w.derived
    from labelled_outflows o join outflow_transactions t on t.id = o.id
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'address', b.address, 'cents', b.amount_cents,
        'facts', sealed_facts(b), 'mac', encode(b.mac, 'hex'))), '[]') as returns
      from top_up_returns b where b.coin = t.coin and b.txid = t.txid and b.state = 'paid') r
    cross join lateral (
      select max(s.usd_e8)::text as usd_e8 from outflows f join rate_samples s on s.id = f.rate_id
      where f.coin = t.coin and f.txid = t.txid) v
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'units', y.sent_units::text, 'facts', sealed_facts(y),
        'mac', encode(y.mac, 'hex'))), '[]') as payouts
      from seller_payouts y where y.sent_currency = t.coin and y.reference = t.txid and y.state = 'paid') p
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('account_id', d.account_id, 'index', d.index, 'key', d.key,
        'mac', encode(d.mac, 'hex'))), '[]') as derived
      from derived_keys d where d.coin = t.coin
        and d.key in (select pair ->> 0 from jsonb_array_elements(t.paid) as payments (pair))) w
    where o.label is null and t.paid is not null`;
  const cold = new Map<Coin, ReadonlySet<Key>>();
  for (const chain of Object.values(ctx.chains)) cold.set(chain.coin, await coldKeys(ctx, ctx.sql, chain));
  for (const row of rows) {
    if (!isWritten(ctx, row)) continue;
    const label = labelOf(ctx, row, cold.get(row.coin) ?? new Set());
    if (!label) continue;
    const { coin, txid } = row;
    await transaction(ctx.sql, (sql) => appendLabel(ctx, sql, null, { coin, txid, label, reason: null }));
  }
}

/** Whether the shop wrote the reading, the payouts and the ways back; reports what was written past it. */
function isWritten(ctx: VaultCtx, { id, facts, mac, payouts, returns }: Recorded): boolean {
  const seals = [
    ...payouts.map((payout) => sealOf('seller_payouts', payout)),
    ...returns.map((back) => sealOf('top_up_returns', back)),
  ];
  const forged = [{ id, facts, mac, table: 'outflow_transactions' }, ...seals].filter(
    ({ table, ...seal }) => !isGenuine(ctx.vault, table, seal),
  );
  for (const row of forged) reportForged(ctx, row.table, row.id);
  return forged.length === 0;
}

const sealOf = (table: string, { id, facts, mac }: { id: string; facts: string; mac: string | null }) => {
  return { table, id, facts, mac: mac === null ? null : Buffer.from(mac, 'hex') };
};

function labelOf(ctx: VaultCtx, row: Recorded, cold: ReadonlySet<Key>): OutflowLabel | null {
  const { coin, paid, derived } = row;
  const own = new Set(
    derived.flatMap(({ mac, ...key }) =>
      mac !== null && isDerivedByUs(ctx.vault, { coin, ...key }, Buffer.from(mac, 'hex')) ? key.key : [],
    ),
  );
  const stays = (key: Key) => cold.has(key) || own.has(key) || ctx.chains[coin]?.changeKeys().has(key);
  const left = paid.filter(([key]) => !stays(key));
  // Nobody else has anything of it: besides what went to a watched wallet, only the fee left.
  if (left.length === 0) return paid.some(([key]) => cold.has(key)) ? 'cold_wallet' : 'fee';
  if (isRefund(row, left) && row.payouts.length === 0) return 'refund';
  return isPayout(row, left) && row.returns.length === 0 ? 'payout' : null;
}

/** Each address that a top-up went back to has something of it, nobody else has, and it isn't worth more. */
function isRefund({ coin, returns, usd_e8 }: Recorded, left: Recorded['paid']): boolean {
  const to = new Set(returns.map(({ address }) => addressKey(address)));
  const keys = new Set(left.map(([key]) => key));
  if (usd_e8 === null || to.size !== keys.size || ![...keys].every((key) => to.has(key))) return false;
  const units = left.reduce((sum, [, each]) => sum + BigInt(each), 0n);
  const returned_cents = returns.reduce((sum, { cents }) => sum + cents, 0);
  return centsFor(coin, units, BigInt(usd_e8)) * 100 <= returned_cents * (100 + TOLERANCE_PERCENT);
}

/** It pays what each payout sent, and nothing else. */
const isPayout = ({ payouts }: Recorded, left: Recorded['paid']): boolean =>
  payouts
    .map(({ units }) => units)
    .toSorted()
    .join() ===
  left
    .map(([, units]) => units)
    .toSorted()
    .join();
