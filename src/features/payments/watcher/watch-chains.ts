import { RpcError } from '#platform/chain/json-rpc.ts';
import type { Chain } from '#platform/chain/open-chain.ts';
import { createExclusive } from '#platform/db/exclusive.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../ctx.ts';
import { ChainHalt } from './cursor.ts';
import { followChain } from './follow-chain.ts';
import { prepareChain } from './prepare-chain.ts';

const EVERY_MS = 5_000;
const EVERY_DEVELOPMENT_MS = 1_000;
/** More blocks than this behind the node, and a coin is not offered: a payment would seem to be lost. */
const MAX_LAG = 3;

/** Follows every chain that is set up, for as long as the worker runs. One process at a time does it. */
export function watchChains(ctx: Ctx, databaseUrl: string): { stop(): Promise<void> } {
  for (const [coin, settings] of Object.entries(ctx.config.coins)) {
    if (settings && !(coin in ctx.chains))
      ctx.log.warn({ coin }, 'this coin is set up, but not offered by this version');
  }
  const loops = Object.values(ctx.chains).map((chain) => watchChain(ctx, chain, databaseUrl));
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function watchChain(ctx: Ctx, chain: Chain, databaseUrl: string): { stop(): Promise<void> } {
  const watch = createWatch(ctx, chain);
  const exclusive = createExclusive(databaseUrl, `watch ${chain.coin}`);
  const everyMs = chain.development ? EVERY_DEVELOPMENT_MS : EVERY_MS;
  const loop = repeat(`watch-${chain.coin}`, everyMs, ctx.log, async () => {
    if (await exclusive.held()) await watch();
  });
  return {
    async stop() {
      await loop.stop();
      await exclusive.release();
    },
  };
}

interface Looked {
  /** null when the node did not say. */
  tip_height: number | null;
  /** Why the chain is not followed; null when it is. */
  reason: string | null;
}

/** One look at a chain: it is followed, or it is paused and the reason is kept where everybody can read it. */
export function createWatch(ctx: Ctx, chain: Chain): () => Promise<void> {
  const { coin, adapter } = chain;
  const follower = followChain(ctx, chain);
  let lastReason: string | null = null;

  async function look(): Promise<Looked> {
    let tip_height: number | null = null;
    try {
      const health = await adapter.health();
      tip_height = health.tip.height;
      const unfit = await prepareChain(ctx, chain, health);
      if (unfit) return { tip_height, reason: unfit };
      await follower.step();
      const [cursor] = await ctx.sql<{ height: number }[]>`select height from chain_cursors where coin = ${coin}`;
      const lag = tip_height - cursor!.height;
      return { tip_height, reason: lag > MAX_LAG ? `catching up: ${lag} blocks to go` : null };
    } catch (error) {
      if (error instanceof RpcError || error instanceof ChainHalt) return { tip_height, reason: error.message };
      throw error;
    }
  }

  return async () => {
    const { reason, tip_height } = await look();
    if (reason !== lastReason)
      ctx.log[reason ? 'warn' : 'info']({ coin, reason }, reason ? 'chain paused' : 'chain followed');
    lastReason = reason;
    await ctx.sql`
      update chain_cursors set state = ${reason ? 'paused' : 'following'}, reason = ${reason},
        checked_at = ${ctx.clock.now()}, tip_height = coalesce(${tip_height}, tip_height)
      where coin = ${coin}`;
  };
}
