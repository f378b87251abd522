import { dictionary } from '@zxcvbn-ts/language-common';

const SHORTEST = 12;
// Lists of leaked passwords are mostly short; people build long ones from them in these ways.
const tails = ['1', '12', '123', '1234', '12345', '123456', '!', '1!', '2024', '2025', '2026', '!!'];
const seeds = [
  'password',
  'passwort',
  'qwertyuiop',
  'qwerty',
  'letmein',
  'welcome',
  'iloveyou',
  'football',
  'baseball',
  'facevalue',
  'administrator',
  'trustno',
  'sunshine',
  'princess',
  'changeme',
];

/** Common passwords of 12 or more characters, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  [
    ...dictionary['passwords-common'],
    ...seeds.flatMap((seed) => [
      ...tails.map((tail) => seed + tail),
      ...tails.map((tail) => seed + seed + tail),
      seed + seed,
    ]),
    ...[
      '123456789012',
      '1234567890123',
      '12345678901234',
      'abcdefghijkl',
      'abcdefghijklmnop',
      'qwertyuiopasdfgh',
      'qwertyuiop[]',
      '1q2w3e4r5t6y',
      '1qaz2wsx3edc',
      '1qaz2wsx3edc4rfv',
      'qazwsxedcrfv',
      'zxcvbnmasdfgh',
      'passwordpassword',
      'correcthorsebatterystaple',
      'password12345678',
      'qwerty1234567',
      'asdfghjkl123',
      'abc123abc123',
      'iloveyou1234',
    ],
  ].filter((password) => password.length >= SHORTEST),
);
