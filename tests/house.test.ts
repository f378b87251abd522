import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { drawHouse } from '../tools/house/draw-house.ts';
import { parseSource } from '../tools/source-texts.ts';

test('docs/house.svg draws the areas as they are (else: node tools/house/draw-house.ts)', async () => {
  expect(await drawHouse()).toBe(await readFile(new URL('../docs/house.svg', import.meta.url), 'utf8'));
});

test('an arrow is drawn for what an area imports, unless others lead the same way', async () => {
  const file = (name: string, ...imports: string[]) =>
    parseSource(`src/features/${name}.ts`, imports.map((path) => `export * from '../../${path}.ts';`).join('\n'));
  const svg = await drawHouse([
    file('shop/cart/verb', 'supply/stock/figures', 'identity/auth/login'),
    file('supply/stock/figures', 'identity/auth/login'),
    file('identity/auth/login'),
  ]);
  const arrows = [...svg.matchAll(/<title>(\w+)&#45;&gt;(\w+)<\/title>/g)].map(([, from, to]) => `${from} -> ${to}`);
  expect(arrows).toContain('shop -> supply');
  expect(arrows).toContain('supply -> identity');
  expect(arrows).not.toContain('shop -> identity');
});
