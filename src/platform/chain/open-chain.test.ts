import { expect, test } from 'vitest';
import { addressKey } from './address-key.ts';
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

test('only coins with settings are opened, and a wrong key is named with its setting', () => {
  expect(Object.keys(openChains({ ETH: { rpc_url, xpub: ZPUB }, BTC: null }))).toEqual(['ETH']);
  expect(() => openChains({ ETH: { rpc_url, xpub: 'nonsense' } })).toThrow(/^ETH_XPUB: not an extended key/);
});
