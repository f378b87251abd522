import { expect, test } from 'vitest';
import { readHeaders } from './read-headers.ts';

const fromOf = (line: string) =>
  readHeaders(Buffer.from(`${line}\r\nSubject: x\r\n\r\nFrom: body@b.example\r\n`))?.from;

test.for([
  ['From: a@b.example', 'a@b.example'],
  ['FROM:a@B.example', 'a@b.example'],
  ['From: <a@b.example>', 'a@b.example'],
  ['From: Anna B. <a@b.example>', 'a@b.example'],
  ['From: "B, Anna <x@y.example>" <a@b.example>', 'a@b.example'],
  ['From: =?utf-8?q?Anna_=3Cx=40y=2Eexample=3E?= <a@b.example>', 'a@b.example'],
  ['From: Anna\r\n <a@b.example>', 'a@b.example'],
  ['From: a@b.example (Anna)', 'a@b.example'],
])('%j is from %s', ([line, address]) => {
  expect(fromOf(line!)).toBe(address);
});

test.for([
  'From: a@b.example, c@d.example',
  'From: <a@b.example>, <c@d.example>',
  'From: a@b.example\r\nFrom: a@b.example',
  'From: friends: a@b.example;',
  'From: friends: <a@b.example>;',
  'From: <a@b.example> trailing',
  'From: Anna',
  'From:',
  'X-From: a@b.example',
  `From: <${'a'.repeat(250)}@b.example>`,
  `From: x${' '.repeat(1000)}<a@b.example>`,
])('%j is from nobody', (line) => {
  expect(fromOf(line)).toBeNull();
});

test('a Message-ID without a value is none', () => {
  const idOf = (line: string) => readHeaders(Buffer.from(`From: a@b.example\r\n${line}\r\n\r\nx`))?.message_id;
  expect([idOf('Message-ID: <1@b.example>'), idOf('Message-ID: '), idOf('X: y')]).toEqual([
    '<1@b.example>',
    null,
    null,
  ]);
});

test('headers that no mail needs are not read', () => {
  expect(readHeaders(Buffer.from(`From: a@b.example\r\n${'X: y\r\n'.repeat(12_000)}\r\nx`))).toBeNull();
  expect(readHeaders(Buffer.from(`From: a@b.example\r\n\r\n${'x'.repeat(100_000)}`))?.from).toBe('a@b.example');
});
