import { expect, test } from 'vitest';
import { addressKey } from './address-key.ts';
import { addressOfKey } from './address-of-key.ts';
import { openChain } from './open-chain.ts';

const live = { prefix: 'bc', testing: false } as const;

test.each([
  ['BTC', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', live],
  ['BTC', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', live],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', live],
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', live],
  ['BTC', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG', live],
  ['ETH', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', live],
] as const)('the address of a %s key is the one that the key was made of: %s', (coin, address, network) => {
  expect(addressOfKey(coin, addressKey(address)!, network)).toBe(address);
});

test('a key is written for its own network', () => {
  const key = '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac';
  const testing = { prefix: 'tb', testing: true } as const;
  expect(addressOfKey('LTC', key, { prefix: 'ltc', testing: false })).toMatch(/^L/);
  expect(addressOfKey('BTC', key, testing)).toMatch(/^[mn]/);
  expect(addressOfKey('LTC', key, { prefix: 'tltc', testing: true })).toMatch(/^[mn]/);
  expect(
    addressOfKey('LTC', 'a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87', { prefix: 'ltc', testing: false }),
  ).toMatch(/^M/);
  expect(addressOfKey('BTC', `0014${'ab'.repeat(20)}`, testing)).toMatch(/^tb1q/);
});

test.each([
  '',
  'a914',
  '6a0568656c6c6f',
  `0014${'ab'.repeat(32)}`,
  `0020${'ab'.repeat(20)}`,
  '0x12',
  `21${'02'.repeat(33)}ac`,
])('no address stands for %j', (key) => {
  expect(addressOfKey('BTC', key, live)).toBeNull();
  expect(addressOfKey('ETH', key, live)).toBeNull();
});

test('a chain writes its own addresses as it gives them out', () => {
  const xpub =
    'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';
  for (const coin of ['BTC', 'LTC', 'ETH'] as const) {
    const chain = openChain(coin, { rpc_url: 'http://127.0.0.1:1', xpub });
    const { address, key } = chain.addressAt(3);
    expect(chain.addressOf(key)).toBe(address);
  }
});
