import { expect, test } from 'vitest';
import { drawFlow } from './draw-flow.ts';

const flows = [
  { from: 'coins', to: 'balances', value: 700 },
  { from: 'balances', to: 'sales', value: 300 },
  { from: 'coins', to: 'balances', value: 100 },
  { from: 'sales', to: 'balances', value: 200 },
];

test('bars are as high as what flows through them, the largest at the top, and none overlap', () => {
  const drawing = drawFlow(flows)!;
  expect(drawing.from.map(({ name, value }) => [name, value])).toEqual([
    ['coins', 800],
    ['balances', 300],
    ['sales', 200],
  ]);
  expect(drawing.to.map(({ name }) => name)).toEqual(['balances', 'sales']);
  for (const nodes of [drawing.from, drawing.to]) {
    for (const [index, { y }] of nodes.entries()) {
      const above = nodes[index - 1];
      if (above) expect(y).toBeGreaterThan(above.y + above.height);
    }
    const last = nodes.at(-1)!;
    expect(last.y + last.height).toBeLessThanOrEqual(100.001);
  }
  const [coins, balances] = drawing.from;
  expect(coins!.height / balances!.height).toBeCloseTo(800 / 300);
});

test.each([1, 2, 12, 40])('%i bars on a side all end within the figure, the last name with them', (count) => {
  const many = Array.from({ length: count }, (_, at) => ({ from: `from ${at}`, to: 'one', value: at === 0 ? 1e9 : 1 }));
  const { from } = drawFlow(many)!;
  expect(from).toHaveLength(count);
  const last = from.at(-1)!;
  expect(last.y + last.height).toBeLessThanOrEqual(100.001);
});

test('equal ways become one ribbon, and nothing that flows is no drawing', () => {
  expect(drawFlow(flows)!.ribbons.map(({ key, value }) => [key, value])).toEqual([
    ['coins balances', 800],
    ['balances sales', 300],
    ['sales balances', 200],
  ]);
  expect(drawFlow(flows)!.ribbons[0]!.path).toMatch(/^M[\d.]+,[\d.]+C.*Z$/);
  expect(drawFlow([])).toBeNull();
});
