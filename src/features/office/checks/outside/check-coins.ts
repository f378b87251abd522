import { message } from '#i18n/message.ts';
import type { Chain, Chains } from '#platform/chain/open-chain.ts';
import { pauseMessage } from '#platform/chain/pause-message.ts';
import { RpcError } from '#platform/chain/rpc/json-rpc.ts';
import { judgeNode } from '../../../coins/watcher/blocks/judge-node.ts';
import type { Finding } from '../findings/finding.ts';

const SHOWN = 3;

/** Asks each coin's node for its chain and height, and shows the key's first addresses to compare with a wallet. */
export async function checkCoins(chains: Chains): Promise<Finding[]> {
  const all = Object.values(chains);
  if (all.length > 0) return Promise.all(all.map(checkCoin));
  return [
    { name: 'coins', state: 'failed', found: message('doctor.coins.none'), advice: message('doctor.coins.none.do') },
  ];
}

async function checkCoin(chain: Chain): Promise<Finding> {
  const { coin, adapter } = chain;
  const details = Array.from({ length: SHOWN }, (_none, index) => `${index}  ${chain.addressAt(index).address}`);
  const about = { name: 'coins', coin, details } as const;
  try {
    const health = await adapter.health();
    const identity = await adapter.identity();
    const reason = judgeNode(chain, health) ?? chain.against(identity);
    const [network = ''] = identity.split(':');
    if (!reason)
      return { ...about, state: 'well', found: message('doctor.coins.well', { network, height: health.tip.height }) };
    const found = pauseMessage(reason.code, { coin, ...reason.facts });
    return { ...about, state: 'failed', found, advice: message('doctor.coins.do', { coin }) };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const found = pauseMessage(`node_${error.reason}`, { detail: error.detail });
    return { ...about, state: 'failed', found, advice: message('doctor.coins.do', { coin }) };
  }
}
