import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { licenceFaults } from '../tools/check-licences.ts';
import vendored from '../tools/vendored.json' with { type: 'json' };

test.for([
  ['MIT', false],
  ['MIT OR GPL-3.0-only', false],
  ['(MIT OR EUPL-1.1+)', false],
  ['Apache-2.0 AND MIT', false],
  ['OFL-1.1', false],
  ['MPL-2.0', true],
  ['(MIT AND Zlib)', true],
  ['Public Domain', true],
])('%s is a licence to build with (tools only: %s)', ([license, toolsOnly]) => {
  expect(licenceFaults({ 'node_modules/a': { license, dev: true } as never })).toEqual([]);
  expect(licenceFaults({ 'node_modules/a': { license } as never })).toHaveLength(toolsOnly ? 1 : 0);
});

test.for([
  'GPL-3.0-only',
  'AGPL-3.0-or-later',
  'MIT AND GPL-2.0-only',
  'BUSL-1.1',
  'SEE LICENSE IN LICENSE',
  undefined,
])('%s is refused everywhere', (license) => {
  for (const dev of [true, false]) {
    const faults = licenceFaults({ '': {}, 'node_modules/a': { dev, ...(license && { license }) } });
    expect(faults).toEqual([expect.stringContaining('node_modules/a: ')]);
  }
});

test('a copied package lies beside its licence, and nothing else in the source has one of its own', () => {
  const licences = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /licen[cs]e$/i.test(file),
  );
  expect(licences.map((file) => `src/${dirname(file)}`)).toEqual(vendored.map(({ folder }) => folder));
});
