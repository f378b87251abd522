import { COIN_DECIMALS } from '#i18n/format.ts';
import type { Chain } from '#platform/chain/open-chain.ts';
import { formatUnits } from '#platform/chain/units.ts';

/** The built-in wallet of a development chain's node: it plays customer and miner. */
export interface DevWallet {
  /** Sends a transaction, which stays unconfirmed until a block is mined. */
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
