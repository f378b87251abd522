import { LOCAL_CHAINS } from '#features/demo/chain/local-chains.ts';
import { openChain } from '#platform/chain/open-chain.ts';

/** What it costs to derive an address again before it is shown, and to find it in the cache: `node bench/derive-addresses.ts`. */
const COUNT = 500;

for (const coin of ['BTC', 'ETH'] as const) {
  const { xpub } = LOCAL_CHAINS[coin];
  const chain = openChain(coin, { rpc_url: 'http://127.0.0.1:1', xpub, development: true });
  for (const kind of ['derived', 'cached']) {
    const before = process.cpuUsage();
    for (let index = 0; index < COUNT; index++) chain.addressAt(index);
    const { user, system } = process.cpuUsage(before);
    process.stdout.write(`${coin} ${kind}: ${((user + system) / COUNT / 1_000).toFixed(4)} ms of CPU each\n`);
  }
}
