import type { Ctx } from '#features/ctx.ts';
import { findDemoChains } from '#features/demo/chain/find-chains.ts';
import { openChain } from '#platform/chain/open-chain.ts';
import { requireCoin } from './arguments/require-coin.ts';

const SHOWN = 3;
const USAGE = 'Usage: facevalue xpub check COIN [XPUB]';

/**
 * `facevalue xpub check COIN [XPUB]`: prints the first addresses of the given key, or of the configured one,
 * for the operator to compare with their wallet.
 */
export async function run(ctx: Ctx, [verb, name, xpub, ...rest]: string[]): Promise<number> {
  if (verb !== 'check' || !name || rest.length > 0) throw new Error(USAGE);
  const coin = requireCoin(name);
  if (!xpub && ctx.config.demo) await findDemoChains(ctx);
  // The node isn't contacted: it need not exist yet.
  const chain = xpub ? openChain(coin, { rpc_url: 'http://127.0.0.1', xpub }) : ctx.chains[coin];
  if (!chain) throw new Error(`${coin} isn't set up here. Set ${coin}_XPUB, or give the key. ${USAGE}`);
  process.stdout.write(`${coin}, ${chain.keyKind} with fingerprint ${chain.fingerprint}\n`);
  for (let index = 0; index < SHOWN; index++) process.stdout.write(`  ${index}  ${chain.addressAt(index).address}\n`);
  process.stdout.write(
    "Your own wallet must show these as its first receiving addresses. If it doesn't, don't offer this coin.\n",
  );
  return 0;
}
