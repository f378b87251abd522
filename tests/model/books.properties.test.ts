import process from 'node:process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '#contracts/time-units.ts';
import type { ShopModel } from '#tests/support/model/shop-model.ts';
import * as buyers from '#tests/support/model/steps/buyer-steps.ts';
import { check, checkBooks } from '#tests/support/model/steps/check-step.ts';
import * as coins from '#tests/support/model/steps/coin-steps.ts';
import * as office from '#tests/support/model/steps/office-steps.ts';
import * as preorders from '#tests/support/model/steps/preorder-steps.ts';
import * as sellers from '#tests/support/model/steps/seller-steps.ts';
import { answered } from '#tests/support/model/steps/step.ts';
import { createWorld, type Run, startRun } from '#tests/support/model/world.ts';

/** `npm run model -- --minutes=60` goes on for so long; without, a few runs do. */
const minutes = Number(process.env.MODEL_MINUTES ?? 0);
const RUNS = 3;
const STEPS = minutes > 0 ? 200 : 90;

const world = await createWorld();

const buyer = fc.nat(2);
const seller = fc.constantFrom(null, 0, 1);
const month = fc.nat(1);
const percent = fc.integer({ min: 1, max: 100 });
const decision = fc.constantFrom('approved' as const, 'approved' as const, 'rejected' as const);
const wish = fc.record({
  buyer,
  quantity: fc.integer({ min: 1, max: 4 }),
  highest: fc.constantFrom(800, 900, 1000),
  days: fc.integer({ min: 1, max: 9 }),
});
const order = fc.record({ buyer, count: fc.integer({ min: 1, max: 3 }), at: fc.nat(), twice: fc.boolean() });
const stock = fc.record({
  seller,
  count: fc.integer({ min: 1, max: 5 }),
  discount_bp: fc.constantFrom(0, 1000, 2000),
});

type Steps = fc.Arbitrary<fc.AsyncCommand<ShopModel, Run>>;
/** Each kind of step, and how often it is drawn beside the others. */
const weighed: [number, Steps][] = [
  [
    8,
    fc
      .tuple(buyer, fc.constantFrom([2000, 100], [3517, 100], [6000, 100], [500, 40]))
      .map(([by, [quoted, part]]) => coins.topUp(by, quoted!, part!)),
  ],
  [2, fc.constantFrom(1, 1, 2, 3).map(coins.reorganise)],
  [1, fc.nat().map(coins.releaseHeld)],
  [8, stock.map(sellers.arrive)],
  [10, order.map(buyers.buy)],
  [3, fc.nat().map(buyers.race)],
  [6, fc.nat().map(buyers.giveBack)],
  [5, fc.nat().map(buyers.reveal)],
  [3, fc.nat().map(buyers.returnAgainstReveal)],
  [4, fc.nat().map(buyers.claim)],
  [
    3,
    fc
      .tuple(fc.nat(), fc.constantFrom('approved' as const, 'rejected' as const, 'refused' as const))
      .map((given) => office.answerClaim(...given)),
  ],
  [3, fc.nat().map(buyers.give)],
  [
    2,
    fc
      .tuple(fc.nat(), fc.constantFrom('opened' as const, 'withdrawn' as const))
      .map((given) => buyers.endGift(...given)),
  ],
  [5, wish.map(preorders.wishFor)],
  [3, fc.nat().map(preorders.cancel)],
  [4, fc.constant(preorders.fill)],
  [
    3,
    fc
      .tuple(
        buyer,
        fc.integer({ min: -900, max: 900 }).filter((cents) => cents !== 0),
        decision,
      )
      .map((given) => office.adjust(...given)),
  ],
  [3, fc.tuple(fc.nat(), fc.integer({ min: 1, max: 1500 })).map((given) => office.refund(...given))],
  [2, fc.tuple(buyer, percent).map((given) => office.writeOff(...given))],
  [4, fc.constant(sellers.release)],
  [4, fc.tuple(fc.nat(), percent, decision).map((given) => sellers.payOut(...given))],
  [
    3,
    fc
      .tuple(fc.nat(), fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const))
      .map((given) => sellers.endPayout(...given)),
  ],
  [2, fc.nat().map(sellers.returnPayout)],
  [2, month.map(office.close)],
  [1, fc.tuple(month, decision).map((given) => office.reopen(...given))],
  [5, fc.constantFrom(1, 25, 25, 24 * 16, 24 * 31).map(office.pass)],
  [1, fc.constant(office.night)],
  [2, fc.constant(check)],
];
const steps = weighed.flatMap(([times, step]) => Array<Steps>(times).fill(step));
test(
  'whatever buyers, sellers, staff and the network do, every account is right to the cent',
  async () => {
    const limit =
      minutes > 0 ? { numRuns: 1_000_000, interruptAfterTimeLimit: minutes * MINUTE_MS } : { numRuns: RUNS };
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { maxCommands: STEPS, size: 'max' }), async (commands) => {
        await preorders.endAll(world);
        const { model, real } = await startRun(world);
        try {
          await fc.asyncModelRun(() => ({ model, real }), commands);
          await checkBooks(model, real);
        } catch (error) {
          world.books.broken = true;
          throw error;
        }
      }),
      limit,
    );
    const counts = [...answered].toSorted().map(([step, times]) => `${times} x ${step}`);
    process.stdout.write(`${counts.join(', ')}\n`);
    expect(answered.size).toBeGreaterThan(20);
  },
  2 * MINUTE_MS * Math.max(minutes, 5),
);
