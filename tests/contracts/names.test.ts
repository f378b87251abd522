import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { broughtBy, callsOf, featuresOf, routesOf } from '#app/features.ts';
import { features, folderOf } from '#contracts/areas.ts';
import type { AlertKind } from '#features/feature.ts';

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

test('a contract has the name and the area of the feature that serves it', () => {
  const shapes = [
    'call.ts',
    'areas.ts',
    'channels.ts',
    'coin-amounts.ts',
    'coins.ts',
    'coins/deposits.ts',
    'coins/sum-statement.ts',
    'content/editor-calls.ts',
    'customers/exceeded-limit.ts',
    'desk/code-placeholder.ts',
    'desk/pasted-codes.ts',
    'holds-duty.ts',
    'identity/shortcuts.ts',
    'index.ts',
    'messages/contrast.ts',
    'messages/logo-files.ts',
    'page-path.ts',
    'shapes.ts',
    'shop/gift-designs.ts',
    'supply/codes/code-format.ts',
    'supply/codes/fit-code.ts',
    'supply/codes/fits-code.ts',
    'supply/codes/judge-code.ts',
    'supply/codes/luhn.ts',
    'supply/programme-facts.ts',
    'supply/sent-amount.ts',
    'supply/stock-file/find-delimiter.ts',
    'supply/stock-file/guess-column.ts',
    'supply/stock-file/read-amount.ts',
    'supply/stock-file/read-date.ts',
    'supply/stock-file/stock-columns.ts',
    'supply/stock-file/text-decoder.ts',
    'surface.ts',
    'time-units.ts',
    'to-csv.ts',
    'vat-ids.ts',
  ];
  const contracts = readdirSync('src/contracts', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const served = features
    .filter((each) => existsSync(`src/features/${folderOf(each)}/routes.ts`))
    .map(({ area, feature }) => `${area}/${feature}.ts`);
  expect(contracts.filter((name) => !shapes.includes(name)).toSorted()).toEqual(served.toSorted());
});

test('the folders of the features are those that the list of areas names', () => {
  const folders = readdirSync('src/features', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('/feature.ts'))
    .map((name) => dirname(name));
  expect(folders.toSorted()).toEqual(features.map(folderOf).toSorted());
});

test('a feature brings every kind of alert that it raises, each with a name of its own', async () => {
  const files = readdirSync('src/features', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?:-alert|alert-kinds)\.ts$/.test(name),
  );
  const modules = await Promise.all(files.map((name) => load(`../../src/features/${name}`)));
  const written = modules.flatMap((exported) => Object.values(exported).flatMap(kindsIn));
  const brought = broughtBy(featuresOf(true)).alertKinds;
  expect(brought.map(({ name }) => name).toSorted()).toEqual([...new Set(written.map(({ name }) => name))].toSorted());
  expect(new Set(brought)).toEqual(new Set(written));
});

const load = (file: string): Promise<Record<string, object>> => import(file);

/** A kind of alert, or those that a record holds. */
const kindsIn = (exported: object): AlertKind[] =>
  (typeof exported === 'function' ? [] : [exported, ...Object.values(exported)]).filter(
    (one): one is AlertKind => typeof one === 'object' && 'sentence' in one,
  );
