import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { codeDigest } from './code-digest.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

it.each(['HT4KQ7WXB2', 'ht4kq7wxb2', 'HT4KQ-7WXB2', ' ht4kq 7wxb2 ', 'Ht4.kQ_7/wXb2'])('is the same for %j', (code) => {
  expect(codeDigest(code)).toBe(sha256('HT4KQ7WXB2'));
});

it('differs by a single letter or digit', () => {
  const digests = ['HT4KQ7WXB2', 'HT4KQ7WXB3', 'HT4KQ7WXB', 'HT4KQ7WXBA'].map(codeDigest);
  expect(new Set(digests).size).toBe(4);
});
