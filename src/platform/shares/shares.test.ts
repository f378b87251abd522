import { randomBytes } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { VaultError } from '#platform/vault/vault-error.ts';
import { isShare, joinShares, splitKey, thresholdOf } from './shares.ts';

describe('shares of a key', () => {
  it('give it back from any of as many as the threshold says, in any order', async () => {
    const key = randomBytes(32);
    const shares = await splitKey(key, { threshold: 3, shares: 5 });
    expect(shares).toHaveLength(5);
    for (const chosen of [
      [0, 1, 2],
      [4, 2, 0],
      [1, 3, 4],
    ])
      expect((await joinShares(chosen.map((at) => shares[at]!))).equals(key)).toBe(true);
    expect(shares.map((share) => share.split(' ').length)).toEqual([33, 33, 33, 33, 33]);
    expect(await Promise.all(shares.map(thresholdOf))).toEqual([3, 3, 3, 3, 3]);
  });

  it('give nothing if there are too few, too many or some of another set, and the error names no word', async () => {
    const shares = await splitKey(randomBytes(32), { threshold: 2, shares: 3 });
    const others = await splitKey(randomBytes(32), { threshold: 2, shares: 3 });
    for (const wrong of [[shares[0]!], shares, [shares[0]!, others[1]!], []]) {
      const error = await joinShares(wrong).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(VaultError);
      for (const word of wrong.flatMap((share) => share.split(' ')).filter((each) => each.length > 5))
        expect(String(error)).not.toContain(word);
    }
  });

  it('with a wrong word is none', async () => {
    const [share] = await splitKey(randomBytes(32), { threshold: 2, shares: 2 });
    expect(await isShare(share!)).toBe(true);
    const words = share!.split(' ');
    expect(await isShare(words.with(7, words[7] === 'acid' ? 'acne' : 'acid').join(' '))).toBe(false);
    expect(await isShare(words.slice(1).join(' '))).toBe(false);
    expect(await isShare('')).toBe(false);
    await expect(thresholdOf('no share')).rejects.toThrow(VaultError);
  });

  it.each([
    { threshold: 1, shares: 3 },
    { threshold: 4, shares: 3 },
    { threshold: 2, shares: 17 },
    { threshold: 2.5, shares: 3 },
    { threshold: Number.NaN, shares: 3 },
  ])('are refused for %o', async (numbers) => {
    await expect(splitKey(randomBytes(32), numbers)).rejects.toThrow('2 to 16 shares');
  });
});

/** Of the 45 of the specification (SLIP-0039), those of 256 bits that a set like ours can be; the passphrase is TREZOR. */
const vectors = [
  {
    secret: '989baf9dcaad5b10ca33dfd8cc75e42477025dce88ae83e75a230086a0e00e92',
    shares: [
      'theory painting academic academic armed sweater year military elder discuss acne wildlife boring employer fused large satoshi bundle carbon diagnose anatomy hamster leaves tracks paces beyond phantom capital marvel lips brave detect luck',
    ],
  },
  {
    secret: 'c938b319067687e990e05e0da0ecce1278f75ff58d9853f19dcaeed5de104aae',
    shares: [
      'humidity disease academic always aluminum jewelry energy woman receiver strategy amuse duckling lying evidence network walnut tactics forget hairy rebound impulse brother survive clothes stadium mailman rival ocean reward venture always armed unwrap',
      'humidity disease academic agency actress jacket gross physics cylinder solution fake mortgage benefit public busy prepare sharp friar change work slow purchase ruler again tricycle involve viral wireless mixture anatomy desert cargo upgrade',
    ],
  },
  {
    secret: '8340611602fe91af634a5f4608377b5235fa2d757c51d720c0c7656249a3035f',
    shares: [
      'impulse calcium academic academic alcohol sugar lyrics pajamas column facility finance tension extend space birthday rainbow swimming purple syndrome facility trial warn duration snapshot shadow hormone rhyme public spine counter easy hawk album',
    ],
  },
  {
    secret: '8dc652d6d6cd370d8c963141f6d79ba440300f25c467302c1d966bff8f62300d',
    shares: [
      'western apart academic always artist resident briefing sugar woman oven coding club ajar merit pecan answer prisoner artist fraction amount desktop mild false necklace muscle photo wealthy alpha category unwrap spew losing making',
      'western apart academic acid answer ancient auction flip image penalty oasis beaver multiple thunder problem switch alive heat inherit superior teaspoon explain blanket pencil numb lend punish endless aunt garlic humidity kidney observe',
    ],
  },
];
const wrongVectors = [
  [
    'theory painting academic academic armed sweater year military elder discuss acne wildlife boring employer fused large satoshi bundle carbon diagnose anatomy hamster leaves tracks paces beyond phantom capital marvel lips brave detect lunar',
  ],
  [
    'humidity disease academic always aluminum jewelry energy woman receiver strategy amuse duckling lying evidence network walnut tactics forget hairy rebound impulse brother survive clothes stadium mailman rival ocean reward venture always armed unwrap',
  ],
  [
    'river deal academic acid average forbid pistol peanut custody bike class aunt hairy merit valid flexible learn ajar very easel',
    'river deal academic agency camera amuse lungs numb isolate display smear piece traffic worthy year patrol crush fact fancy emission',
  ],
];

describe('the test vectors of the specification', () => {
  test.each(vectors)('$secret', async ({ secret, shares }) => {
    const { default: Slip39 } = await import('slip39');
    expect(Buffer.from(Slip39.recoverSecret(shares, 'TREZOR')).toString('hex')).toBe(secret);
    expect(await Promise.all(shares.map(thresholdOf))).toEqual(shares.map(() => shares.length));
  });

  test.each(wrongVectors.map((shares) => [shares]))('%o give nothing', async (shares) => {
    await expect(joinShares(shares)).rejects.toThrow(VaultError);
  });
});
