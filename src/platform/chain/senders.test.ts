import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { senderOf } from './senders.ts';

// BIP-84's first public key and its hash.
const KEY = '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c';
const HASH = 'c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2';

test.each([
  ["the node's own word", { prevout: { scriptPubKey: { hex: '51' } }, txinwitness: ['aa', KEY] }, '51'],
  ['a native segwit key', { txinwitness: ['3044', KEY] }, `0014${HASH}`],
  ['a segwit key inside a script hash', { txinwitness: ['3044', KEY], scriptSig: { hex: `160014${HASH}` } }, nested()],
  ['an old key', { scriptSig: { hex: `473044${'0'.repeat(136)}0121${KEY}` } }, `76a914${HASH}88ac`],
  ['a taproot key path', { txinwitness: ['aa'.repeat(64)] }, null],
  ['a coinbase', {}, null],
] as const)('the sender is told from %s', (_, input, expected) => {
  expect(senderOf(input as Parameters<typeof senderOf>[0])).toBe(expected);
});

test('a script of several keys is told by its hash', () => {
  expect(senderOf({ txinwitness: ['', '3044', '5121'] })).toMatch(/^0020[0-9a-f]{64}$/);
});

function nested(): string {
  const sha = createHash('sha256').update(`0014${HASH}`, 'hex').digest();
  return `a914${createHash('ripemd160').update(sha).digest('hex')}87`;
}
