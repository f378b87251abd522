import { centsFor } from '#contracts/coin-amounts.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../ctx.ts';
import { tierLimits } from '../../customers/tiers/tier-limits.ts';
import { linkAccount, linkKey } from '../../identity/linked-accounts/link-account.ts';
import { reportRisk } from '../../oversight/alerts/report-risk.ts';
import { sharedSourceAlert, splitPaymentsAlert } from './alert-kinds.ts';

/**
 * Accounts paid from one address before it is reported. An exchange pays many people from one address, so an admin
 * decides.
 */
export const SHARED_BY = 3;
const MAX_SOURCES = 50;
const MAX_DEPOSITS = 500;
/** A payment between this share of a limit and the limit itself stays just below what would put it on hold. */
export const JUST_UNDER_PERCENT = 90;
export const SPLITS = 3;
export const SPLITS_WITHIN_MS = DAY_MS;
/** What an address must have paid to an account, all in all, before it ties the account to others. */
const TIES_FROM_CENTS = 5_00;

interface Seen {
  id: string;
  user_id: string;
  coin: Coin;
  senders: readonly string[];
}

/** Call once per deposit, in the transaction that wrote it. What one address paid to one account is looked at once. */
export async function checkDeposits(ctx: Ctx, sql: Db, deposits: readonly Seen[]): Promise<void> {
  const paid = new Set<string>();
  for (const deposit of deposits) {
    for (const source of [...new Set(deposit.senders)].slice(0, MAX_SOURCES)) {
      if (paid.has(`${deposit.user_id} ${source}`)) continue;
      paid.add(`${deposit.user_id} ${source}`);
      const ids = deposits.flatMap(({ id, user_id }) => (user_id === deposit.user_id ? id : []));
      await linkPayer(ctx, sql, deposit, source);
      await checkSource(ctx, sql, { ...deposit, ids }, source);
    }
  }
  const last = new Map(deposits.map((deposit) => [deposit.user_id, deposit]));
  for (const deposit of last.values()) await checkSplits(ctx, sql, deposit);
}

/**
 * What an address paid to several accounts ties them, unless it looks like an exchange's (migration 0093), or paid this
 * one next to nothing, with which anybody could tie strangers. In demo mode everybody pays from the chain's own wallet.
 */
async function linkPayer(ctx: Ctx, sql: Db, { user_id, coin }: Seen, source: string): Promise<void> {
  if (ctx.config.demo) return;
  const [paid] = await sql<{ units: string; usd_e8: string | null }[]>`
    select coalesce(sum(amount_units), 0)::text as units,
      (select usd_e8 from rate_samples where coin = ${coin} order by id desc limit 1) as usd_e8
    from deposits where user_id = ${user_id} and coin = ${coin} and senders @> ${[source]}
      and not is_sum_of_dust(txid)`;
  const { units, usd_e8 } = paid!;
  if (usd_e8 !== null && centsFor(coin, BigInt(units), BigInt(usd_e8)) < TIES_FROM_CENTS) return;
  await linkAccount(ctx, sql, { user_id, kind: 'funding', key: linkKey(ctx, 'funding', `${coin} ${source}`) });
}

/** Reports the third account paid from an address, and each further one. */
async function checkSource(
  ctx: Ctx,
  sql: Db,
  { id, ids, user_id, coin }: Seen & { ids: string[] },
  source: string,
): Promise<void> {
  const [paid] = await sql<{ before: boolean; user_ids: string[] }[]>`
    select coalesce(bool_or(user_id = ${user_id} and id <> all(${ids})), false) as before,
      (array_agg(distinct user_id))[1:50] as user_ids
    from (select id, user_id from deposits where senders @> ${[source]} and not is_sum_of_dust(txid)
      order by id desc limit ${MAX_DEPOSITS}) newest`;
  const { before, user_ids } = paid!;
  if (before || user_ids.length < SHARED_BY) return;
  const now = ctx.clock.now();
  const details = { coin, source, count: user_ids.length, deposit_id: id };
  await reportRisk(sql, now, { kind: sharedSourceAlert, subject: source, user_ids, details, since: now });
}

/** Uses the tier's limits for a single payment to an empty account: a payment over either would be put on hold. */
async function checkSplits(ctx: Ctx, sql: Db, { id, user_id }: Seen): Promise<void> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - SPLITS_WITHIN_MS);
  const recent = await sql<{ coin: Coin; amount_units: string; usd_e8: string; tier: number }[]>`
    select d.coin, d.amount_units, u.tier, case when d.first_seen_at < p.expires_at then r.usd_e8 else coalesce(
      (select usd_e8 from rate_samples n where n.coin = d.coin order by id desc limit 1), r.usd_e8) end as usd_e8
    from deposits d join users u on u.id = d.user_id join payments p on p.id = d.payment_id
    join rate_samples r on r.id = p.rate_id
    where d.user_id = any(array(select limit_peers(${user_id}))) and d.first_seen_at > ${since}
    order by d.id desc limit 100`;
  if (recent.length < SPLITS) return;
  const { stored_balance_cents, top_up_30d_cents } = tierLimits(recent[0]!.tier);
  const worth = recent.map(({ coin, amount_units, usd_e8 }) => centsFor(coin, BigInt(amount_units), BigInt(usd_e8)));
  for (const limit of new Set([stored_balance_cents, top_up_30d_cents])) {
    const under = worth.filter((cents) => cents <= limit && cents * 100 >= limit * JUST_UNDER_PERCENT);
    if (under.length < SPLITS) continue;
    const details = { count: under.length, limit_cents: limit, deposit_id: id };
    await reportRisk(sql, now, {
      kind: splitPaymentsAlert,
      subject: user_id,
      user_ids: [user_id],
      details,
      since,
    });
  }
}
