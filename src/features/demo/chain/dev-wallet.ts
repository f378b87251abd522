import type { Chain } from '#platform/chain/open-chain.ts';
import { COIN_DECIMALS, formatUnits } from '#platform/chain/units.ts';

/** The wallet that a development chain's own node has: it plays the customer, and the miner. */
export interface DevWallet {
  /** Sends; the transaction waits for a block. */
  pay(to: string, units: bigint): Promise<string>;
  mine(blocks: number): Promise<void>;
}

const quantity = (value: bigint | number) => `0x${value.toString(16)}`;

export function devWallet({ coin, rpc }: Chain): DevWallet {
  if (coin === 'ETH') {
    return {
      async pay(to, units) {
        const [from] = await rpc.call<string[]>('eth_accounts');
        return rpc.call<string>('eth_sendTransaction', [{ from, to, value: quantity(units) }]);
      },
      mine: (blocks) => rpc.call('anvil_mine', [quantity(blocks)]),
    };
  }
  const ownAddress = () => (coin === 'BTC' ? rpc.call('devaddress') : rpc.call('getnewaddress', ['', 'bech32']));
  return {
    pay: (to, units) =>
      coin === 'BTC'
        ? rpc.call<string>('devpay', [to, `${units}`])
        : rpc.call<string>('sendtoaddress', [to, formatUnits(units, COIN_DECIMALS[coin])]),
    mine: async (blocks) => rpc.call('generatetoaddress', [blocks, await ownAddress()]),
  };
}
