import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Chain } from '#platform/chain/open-chain.ts';
import type { Hint, Key } from '#platform/chain/types.ts';
import type { Ctx } from '../../../ctx.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import type { Cursor } from '../../deposits/credit/cursor.ts';
import { endConflicting, endSightings } from '../../deposits/end-sightings.ts';

/** A sighting missing from the mempool this long is gone. Shorter gaps happen: a restarted node, a pending block. */
const MISSING_MS = MINUTE_MS;

/** Records unconfirmed transfers to our addresses, so that they show at once and fix the time for their rate. */
export async function recordHints(ctx: Ctx, chain: Chain, cursor: Cursor, watched: ReadonlySet<Key>): Promise<void> {
  const hints = await chain.adapter.hints(watched);
  for (const hint of hints) await recordHint(ctx, chain, hint);
  await endMissing(ctx, chain, cursor, hints);
}

/** One that comes back after it was gone begins anew: whoever took a payment back has no claim to its old time. */
async function recordHint(ctx: Ctx, { coin }: Chain, { txid, key, amount, spends }: Hint): Promise<void> {
  const now = ctx.clock.now();
  const [hint] = await ctx.sql<{ user_id: string; payment_id: string; appeared: boolean }[]>`
    insert into seen_hints as known (coin, key, txid, amount_units, spends, payment_id, first_seen_at, last_seen_at)
    select ${coin}, ${key}, ${txid}, ${amount.toString()}, ${spends}, p.id, ${now}, ${now}
    from deposit_addresses a join payments p on p.address_id = a.id
    where a.coin = ${coin} and a.key = ${key}
      and not exists (select from deposits d where d.coin = ${coin} and d.txid = ${txid} and d.key = ${key} and d.height is not null)
    order by p.created_at desc, p.id desc limit 1
    on conflict (coin, txid, key, amount_units) do update set
      last_seen_at = excluded.last_seen_at, spends = excluded.spends, gone_at = null,
      payment_id = case when known.gone_at is null then known.payment_id else excluded.payment_id end,
      first_seen_at = case when known.gone_at is null then known.first_seen_at else excluded.first_seen_at end
    returning new.payment_id, (select user_id from payments where id = new.payment_id) as user_id,
      old.id is null or old.gone_at is not null as appeared`;
  if (!hint?.appeared) return;
  await endConflicting(ctx.sql, now, { coin, txid, spends });
  await publishUserEvent(ctx.sql, hint.user_id, 'payment', { id: hint.payment_id });
}

/** Ends sightings that are no longer in the mempool: at once where another transaction took their inputs. */
async function endMissing(ctx: Ctx, chain: Chain, cursor: Cursor, hints: readonly Hint[]): Promise<void> {
  const now = ctx.clock.now();
  const missing = await ctx.sql<{ id: number; spends: string[]; overdue: boolean }[]>`
    select id, spends, last_seen_at <= ${new Date(now.getTime() - MISSING_MS)} as overdue from seen_hints
    where coin = ${chain.coin} and deposit_id is null and gone_at is null
      and txid <> all(${hints.map(({ txid }) => txid)}::text[])`;
  const gone = missing.filter(({ overdue }) => overdue);
  for (const sighting of missing) {
    if (!sighting.overdue && (await isReplaced(chain, cursor, sighting.spends))) gone.push(sighting);
  }
  if (gone.length > 0) await endSightings(ctx.sql, now, gone);
}

/** Its inputs are spent, and not by itself: every block is read, and it is neither in one nor in the mempool. */
async function isReplaced({ adapter }: Chain, { hash }: Cursor, spends: readonly string[]): Promise<boolean> {
  return (await adapter.isSpent(spends)) && (await adapter.tip()).hash === hash;
}
