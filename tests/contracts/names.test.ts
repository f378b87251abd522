import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callsOf, routesOf } from '#app/features.ts';

const nameOf = new Map(Object.entries(callsOf(true)).map(([name, call]) => [call, name]));

/** The API fixes a second way to the same verb. */
const secondWays = new Map([['removeFromCartByGet', 'removeFromCart']]);

/** The calls of every editor have the same verbs: `newsEditor.changeText` is served by `changeText`. */
const verbOf = (name = '') => secondWays.get(name) ?? name.replace(/^\w+Editor\./, '');

test('every call is served once, by the verb of its name', () => {
  const served = routesOf(true).map(({ call, verb }) => [nameOf.get(call), verb.name]);
  expect(served).toEqual(served.map(([name]) => [name, verbOf(name)]));
  expect(served.map(([name]) => name).sort()).toEqual([...nameOf.values()].sort());
});

test('a contract has the name of the feature that serves it', () => {
  const shapes = [
    'call.ts',
    'channels.ts',
    'code-format.ts',
    'code-placeholder.ts',
    'pasted-codes.ts',
    'coins.ts',
    'contrast.ts',
    'deposits.ts',
    'editor-calls.ts',
    'index.ts',
    'logo-files.ts',
    'page-path.ts',
    'programme-facts.ts',
    'shapes.ts',
    'surface.ts',
    'to-csv.ts',
  ];
  const contracts = readdirSync('src/contracts', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const homeless = contracts.filter(
    (name) => !shapes.includes(name) && !existsSync(`src/features/${name.slice(0, -3)}/routes.ts`),
  );
  expect(homeless).toEqual([]);
});
