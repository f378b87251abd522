import type { Coin, Hint } from '#platform/chain/types.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import { endConflicting } from './end-sightings.ts';

/** Records unconfirmed transfers to our addresses, or that they are still there. */
export async function recordSightings(ctx: Ctx, coin: Coin, hints: readonly Hint[]): Promise<void> {
  if (hints.length === 0) return;
  const seen = hints.map(({ txid, key, amount, spends }) => ({ txid, key, amount_units: amount.toString(), spends }));
  const known = await ctx.sql<{ txid: string; key: string; amount_units: string }[]>`
    update seen_hints h set last_seen_at = ${ctx.clock.now()}, spends = seen.spends
    from jsonb_populate_recordset(null::seen_hints, ${ctx.sql.json(seen)}) seen
    where h.coin = ${coin} and h.txid = seen.txid and h.key = seen.key and h.amount_units = seen.amount_units
      and h.gone_at is null
    returning h.txid, h.key, h.amount_units`;
  const nameOf = (txid: string, key: string, units: string) => `${txid} ${key} ${units}`;
  const names = new Set(known.map(({ txid, key, amount_units }) => nameOf(txid, key, amount_units)));
  for (const hint of hints) {
    if (names.has(nameOf(hint.txid, hint.key, hint.amount.toString()))) continue;
    await transaction(ctx.sql, (sql) => begin(ctx, sql, coin, hint));
  }
}

/** One that comes back after it was gone begins anew: whoever took a payment back has no claim to its old time. */
async function begin(ctx: Ctx, sql: Tx, coin: Coin, { txid, key, amount, spends }: Hint): Promise<void> {
  const now = ctx.clock.now();
  const [begun] = await sql<{ id: string; facts: string; user_id: string; payment_id: string }[]>`
    insert into seen_hints as known (coin, key, txid, amount_units, spends, payment_id, first_seen_at, last_seen_at)
    select ${coin}, ${key}, ${txid}, ${amount.toString()}, ${spends}, p.id, ${now}, ${now}
    from deposit_addresses a join payments p on p.address_id = a.id
    where a.coin = ${coin} and a.key = ${key}
      and not exists (select from deposits d where d.coin = ${coin} and d.txid = ${txid} and d.key = ${key}
        and d.height is not null)
    order by p.created_at desc, p.id desc limit 1
    on conflict (coin, txid, key, amount_units) do update set
      first_seen_at = excluded.first_seen_at, last_seen_at = excluded.last_seen_at, spends = excluded.spends,
      payment_id = excluded.payment_id, gone_at = null
    where known.gone_at is not null
    returning id::text, sealed_facts(known) as facts, payment_id,
      (select user_id from payments where id = payment_id) as user_id`;
  if (!begun) return;
  await sealRow(ctx.vault, sql, 'seen_hints', begun);
  await endConflicting(sql, now, coin, [{ txid, spends }]);
  await publishUserEvent(sql, begun.user_id, 'payment', { id: begun.payment_id });
}
