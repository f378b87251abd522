import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchTaxLots, type Outgoing, type TaxLot } from './match-tax-lots.ts';

async function* each<T>(values: readonly T[]): AsyncIterable<T> {
  yield* values;
}
async function matchesOf(lots: readonly TaxLot[], outgoings: readonly Outgoing[]) {
  const found = [];
  for await (const match of matchTaxLots(each(lots), each(outgoings))) found.push(match);
  return found;
}

test('what comes in first leaves first, and a lot that is divided loses no cent', async () => {
  const lots = [
    { units: 3n, cents: 100 },
    { units: 2n, cents: 80 },
  ];
  const outgoings = [
    { units: 1n, worth_cents: 50 },
    { units: 3n, worth_cents: 101 },
    { units: 2n, worth_cents: null },
  ];
  const matches = await matchesOf(lots, outgoings);
  expect(
    matches.map(({ lot, outgoing, units, cost_cents, proceeds_cents }) => [
      lot && lots.indexOf(lot),
      outgoings.indexOf(outgoing as (typeof outgoings)[number]),
      units,
      cost_cents,
      proceeds_cents,
    ]),
  ).toEqual([
    [0, 0, 1n, 33, 50],
    [0, 1, 2n, 67, 67],
    [1, 1, 1n, 40, 34],
    [1, 2, 1n, 40, null],
    [null, 2, 1n, null, null],
  ]);
});

test('without anything that came in, nothing has a cost', async () => {
  expect(await matchesOf([], [{ units: 5n, worth_cents: 9 }])).toEqual([
    { lot: null, outgoing: { units: 5n, worth_cents: 9 }, units: 5n, cost_cents: null, proceeds_cents: 9 },
  ]);
});

const lot = fc.record({ units: fc.bigInt(1n, 40n), cents: fc.integer({ min: 0, max: 500 }) });
const outgoing = fc.record({
  units: fc.bigInt(1n, 40n),
  worth_cents: fc.option(fc.integer({ min: 0, max: 500 }), { nil: null }),
});

test('unit for unit, each leaves from the lot that a queue of single units gives, and cents add up to the whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(lot, { maxLength: 6 }), fc.array(outgoing, { maxLength: 6 }), async (lots, outgoings) => {
      const queue = lots.flatMap((one) => Array.from({ length: Number(one.units) }, () => one));
      const expected = outgoings.flatMap((one) =>
        Array.from({ length: Number(one.units) }, () => [queue.shift() ?? null, one] as const),
      );
      const matches = await matchesOf(lots, outgoings);
      const found = matches.flatMap((match) =>
        Array.from({ length: Number(match.units) }, () => [match.lot, match.outgoing] as const),
      );
      expect(found).toHaveLength(expected.length);
      for (const [index, [taken, from]] of found.entries()) {
        expect(taken).toBe(expected[index]![0]);
        expect(from).toBe(expected[index]![1]);
      }
      for (const one of outgoings) {
        const worth = matches.filter((match) => match.outgoing === one).map(({ proceeds_cents }) => proceeds_cents);
        if (one.worth_cents === null) expect(worth.every((cents) => cents === null)).toBe(true);
        else expect(worth.reduce((sum: number, cents) => sum + cents!, 0)).toBe(one.worth_cents);
      }
      for (const one of lots) {
        const parts = matches.filter((match) => match.lot === one);
        const cost = parts.reduce((sum, { cost_cents }) => sum + cost_cents!, 0);
        const units = parts.reduce((sum, part) => sum + part.units, 0n);
        expect(cost).toBe(Number((BigInt(one.cents) * units) / one.units));
      }
    }),
    { numRuns: 300 },
  );
});
