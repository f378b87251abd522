import type { ChainStatus } from '#contracts/coins/watcher.ts';
import { rescanChain } from '#features/coins/watcher/blocks/rescan-chain.ts';
import { listChains } from '#features/coins/watcher/list-chains.ts';
import type { Ctx } from '#features/ctx.ts';
import { findDemoChains } from '#features/demo/chain/find-chains.ts';
import { COIN_DECIMALS } from '#i18n/format.ts';
import { formatUnits } from '#platform/chain/units.ts';
import { requireCoin } from './arguments/require-coin.ts';

const USAGE = 'Usage: facevalue chain status | facevalue chain rescan COIN FROM_HEIGHT';

/** `facevalue chain status` shows the state of each chain; `rescan` makes the watcher read one again. */
export async function run(ctx: Ctx, [verb, name, height, ...rest]: string[]): Promise<number> {
  if (ctx.config.demo) await findDemoChains(ctx);
  if (verb === 'status' && name === undefined) return showStatus(ctx);
  if (verb !== 'rescan' || !name || !/^\d{1,9}$/.test(height ?? '') || rest.length > 0) throw new Error(USAGE);
  const coin = requireCoin(name);
  const chain = ctx.chains[coin];
  if (!chain) throw new Error(`${coin} isn't set up here.`);
  const from = await rescanChain(ctx, chain, Number(height));
  process.stdout.write(`The running worker now reads ${coin} again from block ${from.height} (${from.hash}).\n`);
  return 0;
}

async function showStatus(ctx: Ctx): Promise<number> {
  const { data } = await listChains(ctx, { user: null, client: { address: '', user_agent: '', locale: 'en' } });
  for (const chain of data) process.stdout.write(`${linesOf(chain).join('\n')}\n`);
  if (data.length === 0) process.stdout.write('No coin is set up.\n');
  return data.every(({ state }) => state === 'following') ? 0 : 1;
}

function linesOf(chain: ChainStatus): string[] {
  const { coin, unclaimed } = chain;
  const known = (value: unknown) => value ?? 'unknown';
  return [
    `${coin}  ${chain.network}  ${chain.state}${chain.reason ? `: ${chain.reason}` : ''}`,
    `  cursor    ${known(chain.height)}  ${known(chain.hash)}`,
    `  node      ${known(chain.tip_height)}, lag ${known(chain.lag)}, checked ${known(chain.checked_at)}`,
    `  key       ${chain.fingerprint}, highest index ${known(chain.highest_index)}, next ${chain.next_index}, largest gap ${chain.largest_gap}`,
    `  import    ${chain.descriptor}  range 0..${chain.import_to}`,
    `  unclaimed ${unclaimed.deposits} deposits, ${formatUnits(BigInt(unclaimed.units), COIN_DECIMALS[coin])} ${coin}`,
    `  alerts    ${chain.open_alerts} open`,
  ];
}
