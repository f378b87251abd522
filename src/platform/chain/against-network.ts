import type { Coin, PauseReason } from './types.ts';

/** Genesis hashes of each coin's networks. Ethereum's test networks come and go; their chain ids are enough. */
const GENESIS: Record<'BTC' | 'LTC', { main: string; testing: readonly string[] }> = {
  BTC: {
    main: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    testing: [
      '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
      '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
      '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
      '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    ],
  },
  LTC: {
    main: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
    testing: [
      '4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0',
      '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
    ],
  },
};
const ETHEREUM_MAIN = '1';
/** Ethereum Classic has the same genesis block, so the chain id must match too. */
const ETHEREUM_GENESIS = '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3';

interface Purpose {
  /** The extended key is for a test network. */
  testing: boolean;
  /** A local development chain. */
  development: boolean;
}

/** Why a node with this identity is refused, or null: a node on another network never sees the money sent to ours. */
export function againstNetwork(coin: Coin, identity: string, purpose: Purpose): PauseReason | null {
  const [network = '', genesis = ''] = identity.split(':');
  return coin === 'ETH' ? againstEthereum(network, genesis, purpose) : againstCore(coin, network, genesis, purpose);
}

function againstCore(
  coin: 'BTC' | 'LTC',
  network: string,
  genesis: string,
  { testing, development }: Purpose,
): PauseReason | null {
  if (development) {
    if (network !== 'regtest') return { code: 'not_development', facts: { network } };
  } else if (testing) {
    if (network === 'main') return { code: 'key_of_test', facts: {} };
  } else if (network !== 'main') return { code: 'key_of_main', facts: { network } };
  const { main, testing: known } = GENESIS[coin];
  return (network === 'main' ? genesis === main : known.includes(genesis))
    ? null
    : { code: 'foreign_genesis', facts: { coin } };
}

function againstEthereum(chainId: string, genesis: string, { testing, development }: Purpose): PauseReason | null {
  const isMain = chainId === ETHEREUM_MAIN;
  if (development || testing) {
    if (!isMain) return null;
    return development ? { code: 'not_development', facts: { network: chainId } } : { code: 'key_of_test', facts: {} };
  }
  if (!isMain) return { code: 'key_of_main', facts: { network: chainId } };
  return genesis === ETHEREUM_GENESIS ? null : { code: 'foreign_genesis', facts: { coin: 'ETH' } };
}
