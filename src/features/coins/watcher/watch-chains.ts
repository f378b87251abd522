import { isDeepStrictEqual } from 'node:util';
import type { Chain } from '#platform/chain/open-chain.ts';
import { RpcError } from '#platform/chain/rpc/json-rpc.ts';
import type { Coin, PauseReason, Tip } from '#platform/chain/types.ts';
import { createExclusive } from '#platform/db/exclusive.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { VaultCtx } from '../../ctx.ts';
import { endAlert } from '../../oversight/alerts/end-alert.ts';
import { raiseAlert } from '../../oversight/alerts/raise-alert.ts';
import { noteCheck } from '../deposits/chain/change-cursor.ts';
import { ChainHalt, findCursor } from '../deposits/credit/cursor.ts';
import { haltedAlert } from './alert-kinds.ts';
import { followChain } from './follow-chain.ts';
import { prepareChain } from './prepare-chain.ts';
import { publishWaitingPayments } from './publish-waiting-payments.ts';
import { skipUnknownAddresses } from './skip-unknown-addresses.ts';

const EVERY_MS = 5_000;
const EVERY_DEVELOPMENT_MS = 1_000;
/** The longest backoff; stays below the minute after which an unwatched coin is not offered. */
const SELDOM_MS = 30_000;
/** More than this many blocks behind the node, a coin is not offered: a payment would seem lost. */
const MAX_LAG = 3;

/**
 * Follows every configured chain, including ones added later, as long as the worker runs. Only one process does so at a
 * time.
 */
export function watchChains(ctx: VaultCtx, databaseUrl: string): { stop(): Promise<void> } {
  const followed = new Map<Coin, { chain: Chain; stop(): Promise<void> }>();
  const loop = repeat(ctx, 'watch-chains', EVERY_DEVELOPMENT_MS, async () => {
    for (const chain of Object.values(ctx.chains)) {
      const before = followed.get(chain.coin);
      if (before?.chain === chain) continue;
      // A development chain was restarted at another address.
      await before?.stop();
      followed.set(chain.coin, { chain, ...watchChain(ctx, chain, databaseUrl) });
    }
  });
  return {
    async stop() {
      await loop.stop();
      await Promise.all([...followed.values()].map(({ stop }) => stop()));
    },
  };
}

function watchChain(ctx: VaultCtx, chain: Chain, databaseUrl: string): { stop(): Promise<void> } {
  const watch = createWatch(ctx, chain);
  const exclusive = createExclusive(databaseUrl, `watch ${chain.coin}`);
  const usual = chain.development ? EVERY_DEVELOPMENT_MS : EVERY_MS;
  let wait = usual;
  const loop = repeat(
    ctx,
    `watch-${chain.coin}`,
    () => wait,
    async () => {
      if (!(await exclusive.held())) return;
      const followed = await watch().catch((error: unknown) => {
        ctx.log.error({ err: error, coin: chain.coin }, 'a check of the chain failed');
        return false;
      });
      // Backs off while the chain can't be followed.
      wait = followed ? usual : Math.min(wait * 2, SELDOM_MS);
    },
  );
  return {
    async stop() {
      await loop.stop();
      await exclusive.release();
    },
  };
}

interface Check {
  /** Null if the node didn't report it. */
  tip: Tip | null;
  /** Why the chain is not followed; null if it is. */
  reason: PauseReason | null;
}

/**
 * Builds one poll of a chain, which follows it or pauses it with a reason in its cursor. Returns whether it is
 * followed.
 */
export function createWatch(ctx: VaultCtx, chain: Chain): () => Promise<boolean> {
  const { coin, adapter } = chain;
  const follower = followChain(ctx, chain);
  /** Undefined before the first poll. */
  let lastReason: PauseReason | null | undefined;

  async function check(): Promise<Check> {
    let tip: Tip | null = null;
    try {
      if (lastReason === undefined) await skipUnknownAddresses(ctx, chain);
      const health = await adapter.health();
      tip = health.tip;
      const unfit = await prepareChain(ctx, chain, health);
      if (unfit) return { tip, reason: unfit };
      await follower.step();
      const cursor = await findCursor(ctx.sql, coin);
      if (!cursor) return { tip, reason: { code: 'starting', facts: {} } };
      // Blocks that arrived while we read put the cursor ahead of the tip requested before.
      if (cursor.height > tip.height) tip = await adapter.tip();
      return { tip, reason: againstLag(tip.height - cursor.height) };
    } catch (error) {
      if (error instanceof RpcError)
        return { tip, reason: { code: `node_${error.reason}`, facts: { detail: error.detail } } };
      if (!(error instanceof ChainHalt)) throw error;
      await raiseAlert(ctx.sql, ctx.clock.now(), haltOf(coin, error));
      return { tip, reason: error.reason };
    }
  }

  return async () => {
    const { reason, tip } = await check();
    const now = ctx.clock.now();
    await noteCheck(ctx.sql, coin, { reason, tip, now });
    // The pages show whether it is paused, not why.
    if (lastReason === undefined || (reason === null) !== (lastReason === null))
      await publishWaitingPayments(ctx.sql, coin, now);
    if (!isDeepStrictEqual(reason, lastReason)) {
      // Under another name than `code`, which the log hides.
      const why = reason && { reason_code: reason.code, ...reason.facts };
      ctx.log[reason ? 'warn' : 'info']({ coin, ...why }, reason ? 'chain paused' : 'chain followed');
      if (!reason) await endAlert(ctx.sql, now, { kind: haltedAlert, subject: coin });
    }
    lastReason = reason;
    return reason === null;
  };
}

const haltOf = (coin: Coin, { reason }: ChainHalt) => ({
  kind: haltedAlert,
  subject: coin,
  details: { reason: reason.code, ...reason.facts },
});

/** Behind the node, payments seem lost; a cursor ahead of it means that the node went back. */
function againstLag(blocks: number): PauseReason | null {
  if (blocks > MAX_LAG) return { code: 'catching_up', facts: { blocks } };
  return blocks < 0 ? { code: 'node_behind', facts: { blocks: -blocks } } : null;
}
