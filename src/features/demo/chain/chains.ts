import { join } from 'node:path';
import type { LocalNode } from '#platform/chain/nodes/local-node.ts';
import { openChain } from '#platform/chain/open-chain.ts';
import type { Coin } from '#platform/chain/types.ts';
import { createExclusive } from '#platform/db/exclusive.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../ctx.ts';
import { devWallet } from './dev-wallet.ts';
import { LOCAL_CHAINS } from './local-chains.ts';

const BLOCK_MS = 1_000;

interface Options {
  databaseUrl: string;
  /** Whether this process may run the nodes; one that only serves pages uses those of another process. */
  runsNodes: boolean;
}

/**
 * Starts demo mode's chains, except for coins with a real node in the settings. Ethereum's is up when this returns; the
 * others follow in the background, and each coin is offered once its chain is healthy.
 */
export async function startDemoChains(ctx: Ctx, options: Options): Promise<{ stop(): Promise<void> }> {
  const coins = [...ctx.config.demo_coins].filter((coin) => !ctx.chains[coin]);
  const tended = coins.filter((coin) => isInstalled(ctx, coin)).map((coin) => tendChain(ctx, coin, options));
  await tended.find(({ coin }) => coin === 'ETH')?.first;
  return {
    async stop() {
      await Promise.all(tended.map(({ stop }) => stop()));
    },
  };
}

function isInstalled({ log }: Ctx, coin: Coin): boolean {
  const { node, installed, install } = LOCAL_CHAINS[coin];
  if (!installed())
    log.info({ coin, node, install }, 'this coin has no development chain here: its node is not installed');
  return installed();
}

/** Runs a coin's node or finds a running one; restarts it if it died; mines while a payment needs blocks. */
function tendChain(ctx: Ctx, coin: Coin, { databaseUrl, runsNodes }: Options) {
  const { log } = ctx;
  const { node: name, xpub, run, find } = LOCAL_CHAINS[coin];
  const dir = join(ctx.config.data_dir, name);
  // Of several processes on one database, only one runs the node.
  const exclusive = runsNodes ? createExclusive(databaseUrl, `demo chain ${coin}`) : null;
  let node: LocalNode | null = null;
  let running = false;

  async function tend(): Promise<void> {
    running = (await exclusive?.held()) ?? false;
    if (!node?.alive()) {
      const port = node ? Number(new URL(node.url).port) : undefined;
      node = running ? await run(dir, port) : await find(dir);
      if (!node) return;
      log.info({ coin, node: name, adopted: node.adopted, fresh: node.fresh }, 'development chain');
      ctx.chains[coin] = openChain(coin, { rpc_url: node.url, xpub, development: true });
    }
    if (running && (await somebodyWaits(ctx, coin))) await devWallet(ctx.chains[coin]!).mine(1);
  }

  const first = Promise.withResolvers<void>();
  const loop = repeat(ctx, `demo-chain-${coin}`, BLOCK_MS, () => tend().finally(first.resolve));
  return {
    coin,
    first: first.promise,
    async stop() {
      await loop.stop();
      if (running) await node?.stop();
      await exclusive?.release();
    },
  };
}

/** Whether a payment is unconfirmed or not deep enough yet. Otherwise no blocks are mined. */
async function somebodyWaits(ctx: Ctx, coin: Coin): Promise<boolean> {
  const [row] = await ctx.sql<{ waits: boolean }[]>`
    select exists (
      select from deposits d join chain_cursors c on c.coin = d.coin
      where d.coin = ${coin} and d.state = 'pending' and c.height - d.height + 1 < d.required_depth
    ) or exists (
      select from seen_hints
      where coin = ${coin} and deposit_id is null and last_seen_at > ${new Date(ctx.clock.now().getTime() - 5_000)}
    ) as waits`;
  return row!.waits;
}
