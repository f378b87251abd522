import type { OutflowLabel } from '#contracts/office/outflows.ts';
import { addressKey } from '#platform/chain/address-key.ts';
import type { Coin, Key } from '#platform/chain/types.ts';
import { transaction } from '#platform/db/transaction.ts';
import { isGenuine, type SealedRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';
import { reportForged } from '../../../identity/sessions/seals/report-forged.ts';
import { coldKeys } from '../../cold-wallets/wallet/watched-wallets.ts';
import { appendLabel } from './append-label.ts';

interface Recorded extends SealedRow {
  id: string;
  coin: Coin;
  txid: string;
  /** Pairs of key and units. */
  paid: [Key, string][];
  /** Addresses that top-ups went back to, and units that payouts sent, by this transaction. */
  returned_to: string[];
  paid_out: string[];
  /** Of the keys that it pays, those that the shop watches. */
  own: Key[];
}

/**
 * Labels outflows that nobody has labelled and that the shop can explain: all of it went to a watched wallet, a top-up went back to
 * an address that the transaction pays, or a payout sent the units that it pays. One that is both, or that pays something else than its record says, is left to a person.
 */
export async function labelRecorded(ctx: Ctx): Promise<void> {
  const rows = await ctx.sql<Recorded[]>`
    select t.id::text, t.coin, t.txid, t.paid, sealed_facts(t) as facts, t.mac, r.returned_to, p.paid_out, w.own
    from labelled_outflows o join outflow_transactions t on t.id = o.id
    cross join lateral (
      select coalesce(array_agg(address), '{}') as returned_to from top_up_returns
      where coin = t.coin and txid = t.txid and state = 'paid') r
    cross join lateral (
      select coalesce(array_agg(sent_units::text), '{}') as paid_out from seller_payouts
      where sent_currency = t.coin and reference = t.txid and state = 'paid') p
    cross join lateral (
      select coalesce(array_agg(k.key), '{}') as own from jsonb_array_elements(t.paid) as payments (pair)
      cross join lateral (select pair ->> 0 as key) k
      where exists (select from deposit_addresses a where a.coin = t.coin and a.key = k.key)
        or exists (select from derived_keys d where d.coin = t.coin and d.key = k.key)) w
    where o.label is null and t.paid is not null`;
  const cold = new Map<Coin, ReadonlySet<Key>>();
  for (const chain of Object.values(ctx.chains)) cold.set(chain.coin, await coldKeys(ctx, ctx.sql, chain));
  for (const row of rows) {
    if (!isGenuine(ctx.vault, 'outflow_transactions', row)) {
      reportForged(ctx, 'outflow_transactions', row.id);
      continue;
    }
    const label = stays(row, cold.get(row.coin)) ? 'cold_wallet' : labelOf(row);
    if (!label) continue;
    const { coin, txid } = row;
    await transaction(ctx.sql, (sql) => appendLabel(ctx, sql, null, { coin, txid, label, reason: null }));
  }
}

/** Whether all of it went to wallets of the operator, or back to our own addresses. */
const stays = ({ paid, own }: Recorded, cold: ReadonlySet<Key> = new Set()): boolean =>
  paid.some(([key]) => cold.has(key)) && paid.every(([key]) => cold.has(key) || own.includes(key));

function labelOf({ paid, returned_to, paid_out }: Recorded): OutflowLabel | null {
  const [keys, amounts] = [paid.map(([key]) => key), paid.map(([, units]) => units)];
  const refunds = returned_to.length > 0 && returned_to.every((address) => keys.includes(addressKey(address) ?? ''));
  const pays = paid_out.length > 0 && paid_out.every((units) => amounts.includes(units));
  if (refunds && paid_out.length === 0) return 'refund';
  return pays && returned_to.length === 0 ? 'payout' : null;
}
