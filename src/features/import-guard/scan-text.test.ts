import { describe, expect, it } from 'vitest';
import { scanProductText } from './scan-product-text.ts';
import { scanText } from './scan-text.ts';

describe('free text', () => {
  it.each([
    ['my card 4111-1111-1111-1111 was charged', 'IG-02'],
    ['x4111111111111111x', 'IG-02'],
    ['order 12, card 4111 1111 1111 1111', 'IG-02'],
    ['my cvv is 123', 'IG-06'],
    ['Security Code: 1234', 'IG-06'],
    ['4111111111111112 12/27 123', 'IG-07'],
    ['ends in 411111XXXXXX1111', 'IG-08'],
    ['۴۱۱۱ ۱۱۱۱ ۱۱۱۱ ۱۱۱۱', 'IG-02'],
  ])('%j is refused', (text, rule) => {
    expect(scanText(text)).toEqual({ rule, verdict: 'reject' });
  });

  it.each([
    'order 4111111111111112 is missing',
    'payment of 0x52908400098527886E0F7030069857D2E4169EE7 at 2026-11-21T04:11:11.111111Z',
    'tx 0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 got it',
    'id 0194f3c2-1111-7111-8111-411111111111 and 01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'EAN 4006381333931 on the box, 1732161600000 ms, 3.14159265358979',
    'the redemption page wants the security code that I have not got',
    '',
  ])('%j is welcome', (text) => {
    expect(scanText(text)).toBeUndefined();
  });

  it('of more than 8,000 characters is refused, not cut', () => {
    expect(scanText('a'.repeat(8000))).toBeUndefined();
    expect(scanText('a'.repeat(8001))).toEqual({ rule: 'IG-18', verdict: 'reject' });
  });

  it('with a long unbroken run of digits that hides a number goes to a person', () => {
    expect(scanText('00000004111111111111111000000')).toEqual({ rule: 'IG-02', verdict: 'quarantine' });
  });

  it('of 8,000 characters of digit soup is judged at once', () => {
    const started = performance.now();
    scanText('1 2-3.4/5_6|7,8 9'.repeat(470));
    scanText('4X'.repeat(4000));
    scanText(`${'1'.repeat(19)} 12 `.repeat(340));
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('product texts and file names', () => {
  it.each([
    'Fresh CVV base',
    'fullz_2026.csv',
    'dumps with pin',
    'NON-VBV cards',
    'track 1/2',
    'bank logs',
    'bin 414720',
    'stolen gift cards',
    'credit card numbers',
    'live visa',
    'кардинг',
  ])('%j is refused (IG-17)', (text) => {
    expect(scanProductText(text)).toEqual({ rule: 'IG-17', verdict: 'reject' });
  });

  it.each([
    'Spend it in any of our 40 shops',
    'Valid for five years from purchase',
    'stock-2026-11.csv',
    'Cabin and bin liners',
    'Track your parcel',
  ])('%j is welcome', (text) => {
    expect(scanProductText(text)).toBeUndefined();
  });

  it('hold no card number either', () => {
    expect(scanProductText('Call 4111 1111 1111 1111')).toEqual({ rule: 'IG-02', verdict: 'reject' });
  });
});
