import { expect, test } from 'vitest';
import { addressKey } from './address-key.ts';

test.each([
  ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'],
  ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2'],
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  // BIP-350: a taproot output.
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
  // The genesis block's own address.
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
  ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87'],
])('%s is matched as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test.each([
  '',
  'hello',
  '0x12',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
  'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv',
  '# comment',
])('%j is no address', (text) => {
  expect(addressKey(text)).toBeNull();
});
