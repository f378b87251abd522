import { expect, test } from 'vitest';
import { paymentUri } from './payment-uri.ts';
import { coreAmount, formatUnits } from './units.ts';

test('a Bitcoin request is BIP 21 with a plain decimal amount', () => {
  expect(paymentUri('BTC', { address: 'bc1qx', amount: 12_300_000n })).toBe('bitcoin:bc1qx?amount=0.123');
  expect(paymentUri('LTC', { address: 'ltc1qx', amount: 100_000_000n })).toBe('litecoin:ltc1qx?amount=1');
  expect(paymentUri('BTC', { address: 'bc1qx' })).toBe('bitcoin:bc1qx');
});

test('an Ethereum request is EIP-681: chain always, amount in wei', () => {
  const request = { address: '0xAb', amount: 14_000_000_000_000_000n, chainId: 1 };
  expect(paymentUri('ETH', request)).toBe('ethereum:0xAb@1?value=14000000000000000');
  expect(() => paymentUri('ETH', { address: '0xAb' })).toThrow(/names its chain/);
});

test('units are exact in both directions', () => {
  expect(formatUnits(1n, 18)).toBe('0.000000000000000001');
  expect(formatUnits(0n, 8)).toBe('0');
  expect(coreAmount(0.1 + 0.2)).toBe(30_000_000n);
  expect(coreAmount('20999999.97690000')).toBe(2_099_999_997_690_000n);
  expect(() => coreAmount(-1)).toThrow(/not an amount/);
  expect(() => coreAmount(undefined)).toThrow(/not an amount/);
});
