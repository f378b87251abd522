import type { Reply } from '#contracts/call.ts';
import type { ChainStatus, listChains as contract } from '#contracts/coins/watcher.ts';
import { translate } from '#i18n/translate.ts';
import type { Chain } from '#platform/chain/open-chain.ts';
import { pauseMessage } from '#platform/chain/pause-message.ts';
import type { PauseReason } from '#platform/chain/types.ts';
import { type Ctx, localeOf, type Visitor } from '../../ctx.ts';
import { readCoinAvailability } from './coin-availability.ts';

/** How far beyond the next index a wallet should scan when importing the key. */
const IMPORT_AHEAD = 100;

/** Each chain's status, for the back office and the command line. */
export async function listChains(ctx: Ctx, actor: Visitor): Promise<Reply<typeof contract>> {
  const chains = Object.values(ctx.chains).toSorted((a, b) => a.coin.localeCompare(b.coin));
  return { data: await Promise.all(chains.map((chain) => readStatus(ctx, chain, localeOf(actor)))) };
}

type Cursor = Pick<ChainStatus, 'state' | 'reason_code' | 'checked_at' | 'height' | 'hash' | 'tip_height'> & {
  reason_facts: PauseReason['facts'];
};
const NEVER: Cursor = {
  state: 'paused',
  reason_code: null,
  reason_facts: {},
  checked_at: null,
  height: null,
  hash: null,
  tip_height: null,
};

async function readStatus(ctx: Ctx, chain: Chain, locale: string): Promise<ChainStatus> {
  const { coin, fingerprint, descriptor, xpubHash } = chain;
  const [offer, [found], [addresses], [unclaimed], [jump], [alerts]] = await Promise.all([
    readCoinAvailability(ctx, ctx.sql, coin, locale),
    ctx.sql<Cursor[]>`
      select state, reason_code, reason_facts, checked_at, height, hash,
        case when tip_hash is not null then tip_height end as tip_height
      from chain_cursors where coin = ${coin}`,
    ctx.sql<Pick<ChainStatus, 'highest_index' | 'next_index' | 'largest_gap'>[]>`
      select (select max(index) from deposit_addresses where account_id = x.id) as highest_index, x.next_index,
        coalesce((
          select max(index - before - 1) from (
            select index, lag(index, 1, -1) over (order by index) as before from (
              select index from deposit_addresses where account_id = x.id and paid_at is not null
              union all select x.next_index
            ) used
          ) steps
        ), 0)::integer as largest_gap
      from xpub_accounts x where x.coin = ${coin} and x.xpub_hash = ${xpubHash}`,
    ctx.sql<{ deposits: number; units: string }[]>`
      select count(*) as deposits, coalesce(sum(amount_units), 0)::text as units
      from unclaimed_deposits where coin = ${coin} and height is not null and deposit_id is null`,
    ctx.sql<{ id: string }[]>`select id from rate_jumps where coin = ${coin} and ended_at is null`,
    ctx.sql<{ open: number }[]>`
      select count(*) as open from alerts a
      where a.resolved_at is null and (a.subject = ${coin} or a.details ->> 'coin' = ${coin})`,
  ]);
  const { reason_facts, ...last } = found ?? NEVER;
  // A cursor's last state no longer applies if the chain hasn't been polled since.
  const cursor =
    offer.reason_code === 'unwatched' ? { ...last, state: 'paused' as const, reason_code: 'unwatched' as const } : last;
  const { reason_code } = cursor;
  const { highest_index = null, next_index = 0, largest_gap = 0 } = addresses ?? {};
  const lag = cursor.height === null || cursor.tip_height === null ? null : cursor.tip_height - cursor.height;
  return {
    coin,
    network: offer.network,
    ...cursor,
    reason: reason_code && translate(locale, pauseMessage(reason_code, reason_facts)),
    lag,
    fingerprint,
    highest_index,
    next_index,
    largest_gap,
    descriptor,
    import_to: next_index + IMPORT_AHEAD,
    unclaimed: unclaimed!,
    open_alerts: alerts!.open,
    rate_jump_id: jump?.id ?? null,
  };
}
