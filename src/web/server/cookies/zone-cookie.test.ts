import { expect, test } from 'vitest';
import { readZone } from './zone-cookie.ts';

test.each(['Europe/Berlin', 'America/Buenos_Aires', 'Etc/GMT+5', 'UTC'])('%s is a zone', (zone) => {
  expect(readZone(`theme=dark; facevalue_zone=${zone}`)).toBe(zone);
});

test('a zone has one spelling', () => {
  expect(readZone('facevalue_zone=eUROPE/bERLIN')).toBe('Europe/Berlin');
  expect(readZone('facevalue_zone=America/Argentina/Buenos_Aires')).toBe('America/Buenos_Aires');
});

test.each(['Nowhere/Land', '+0100', '-11:59', '', '<b>', 'x'.repeat(65), '../../etc'])('%j is none', (zone) => {
  expect(readZone(`facevalue_zone=${zone}`)).toBeUndefined();
});
