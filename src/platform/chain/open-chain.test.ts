import { expect, test } from 'vitest';
import { addressKey } from './address-key.ts';
import { againstNetwork } from './against-network.ts';
import { openChain, openChains } from './open-chain.ts';

// BIP-84's vector: the mnemonic "abandon … about", account m/84'/0'/0'.
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const rpc_url = 'http://127.0.0.1:9';

test.each([
  ['BTC', false, /^bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu$/],
  ['BTC', true, /^bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx$/],
  ['LTC', false, /^ltc1qcr8te4kr609gcawutmrza0j4xv80jy8z/],
  ['LTC', true, /^rltc1qcr8te4kr609gcawutmrza0j4xv80jy8z/],
] as const)('%s addresses wear the prefix of their network (development: %s)', (coin, development, expected) => {
  const { address, key } = openChain(coin, { rpc_url, xpub: ZPUB, development }).addressAt(0);
  expect(address).toMatch(expected);
  expect(addressKey(address)).toBe(key);
});

const MAIN_BITCOIN = 'main:000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
const MAIN_LITECOIN = 'main:12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2';

const REGTEST_BITCOIN = 'regtest:0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
const REGTEST_LITECOIN = 'regtest:530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9';

test.each([
  ['BTC', false, MAIN_BITCOIN, null],
  ['LTC', false, MAIN_LITECOIN, null],
  ['BTC', false, MAIN_LITECOIN, { code: 'foreign_genesis', facts: { coin: 'BTC' } }],
  ['LTC', false, MAIN_BITCOIN, { code: 'foreign_genesis', facts: { coin: 'LTC' } }],
  [
    'BTC',
    false,
    'test:000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    { code: 'key_of_main', facts: { network: 'test' } },
  ],
  ['BTC', true, `${REGTEST_BITCOIN}:b`, null],
  ['BTC', true, `${REGTEST_LITECOIN}:b`, { code: 'foreign_genesis', facts: { coin: 'BTC' } }],
  ['LTC', true, `${REGTEST_LITECOIN}:b`, null],
  ['BTC', true, MAIN_BITCOIN, { code: 'not_development', facts: { network: 'main' } }],
] as const)('a key of %s (development: %s) fits a node that is %s: %o', (coin, development, identity, expected) => {
  const against = openChain(coin, { rpc_url, xpub: ZPUB, development }).against(identity);
  expect(against).toEqual(expected);
});

const ETHEREUM = '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3';
const [main, of_test] = [{ testing: false }, { testing: true }];

test.each([
  ['ETH', main, `1:${ETHEREUM}`, null],
  ['ETH', main, `11155111:${ETHEREUM}`, { code: 'key_of_main', facts: { network: '11155111' } }],
  ['ETH', main, `61:${ETHEREUM}`, { code: 'key_of_main', facts: { network: '61' } }],
  ['ETH', main, '1:0xabc', { code: 'foreign_genesis', facts: { coin: 'ETH' } }],
  ['ETH', of_test, '11155111:0xabc', null],
  ['ETH', of_test, `1:${ETHEREUM}`, { code: 'key_of_test', facts: {} }],
  ['ETH', { testing: false, development: true }, `1:${ETHEREUM}`, { code: 'not_development', facts: { network: '1' } }],
  ['BTC', of_test, REGTEST_BITCOIN, null],
  ['BTC', of_test, REGTEST_LITECOIN, { code: 'foreign_genesis', facts: { coin: 'BTC' } }],
  ['BTC', of_test, MAIN_BITCOIN, { code: 'key_of_test', facts: {} }],
  ['LTC', of_test, 'test:4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0', null],
  [
    'LTC',
    of_test,
    'test:000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    { code: 'foreign_genesis', facts: { coin: 'LTC' } },
  ],
] as const)('%s of %o and a node that is %s: %o', (coin, purpose, identity, expected) => {
  const against = againstNetwork(coin, identity, { development: false, ...purpose });
  expect(against).toEqual(expected);
});

test('the descriptor is the one that BIP-84 wallets write, with its checksum', () => {
  const { descriptor } = openChain('BTC', { rpc_url, xpub: ZPUB });
  expect(descriptor).toBe(
    'wpkh(xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V/0/*)#kj7aqcx6',
  );
});

test('only coins with settings are opened, and a wrong key is named with its setting', () => {
  expect(Object.keys(openChains({ LTC: { rpc_url, xpub: ZPUB }, BTC: null }))).toEqual(['LTC']);
  expect(() => openChains({ ETH: { rpc_url, xpub: 'nonsense' } })).toThrow(/^ETH_XPUB: not an extended key/);
  expect(() => openChains({ ETH: { rpc_url, xpub: ZPUB } })).toThrow(/^ETH_XPUB: zpub keys are not for ETH: give xpub/);
});
