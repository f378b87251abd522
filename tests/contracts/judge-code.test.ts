import { expect, test } from 'vitest';
import type { CodeMask } from '#contracts/supply/codes/code-format.ts';
import { judgeCode } from '#contracts/supply/codes/judge-code.ts';

const letters: CodeMask = { kind: 'alnum', groups: [4, 4], sep: '-', alphabet: 'ABCDEFGH2345' };
const digits: CodeMask = { kind: 'numeric', length: 16, prefix: '603628', checksum: 'luhn' };
const link: CodeMask = { kind: 'link', host: 'c.example.com', path: '/g/', length: 4, alphabet: 'ABCD' };

test.each<[string, CodeMask, string, object]>([
  ['as the mask writes it', letters, 'ABCD-2345', { fits: true, written: 'ABCD-2345' }],
  ['in lower case and without hyphens', letters, ' abcd2345 ', { fits: true, written: 'ABCD-2345' }],
  ['with a character that the mask lacks', letters, 'ABCD-234O', { fits: false, why: 'characters', characters: 'O' }],
  ['that is short', letters, 'ABCD-234', { fits: false, why: 'length', expected: 8, found: 7 }],
  ['of digits in groups', digits, '6036 2873 0415 9260', { fits: true, written: '6036287304159260' }],
  ['of another prefix', digits, '6036 2973 0415 9260', { fits: false, why: 'start', start: '603628' }],
  ['with another check digit', digits, '6036287304159261', { fits: false, why: 'check_digit' }],
  ['with a letter', digits, '603628730415926X', { fits: false, why: 'characters', characters: 'X' }],
  ['with too many digits', digits, '6036 2873 0415 9260 1', { fits: false, why: 'length', expected: 16, found: 17 }],
  ['as a link', link, 'https://c.example.com/g/ABCD', { fits: true, written: 'https://c.example.com/g/ABCD' }],
  [
    'as a link elsewhere',
    link,
    'https://d.example.com/g/ABCD',
    { fits: false, why: 'start', start: 'https://c.example.com/g/' },
  ],
  [
    'as a link with a small letter',
    link,
    'https://c.example.com/g/ABCd',
    { fits: false, why: 'characters', characters: 'd' },
  ],
])('a code %s', (_what, mask, code, judged) => {
  expect(judgeCode(mask, code)).toEqual(judged);
});
