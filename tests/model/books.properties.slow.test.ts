import process from 'node:process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { everyKind, opening } from '#tests/support/model/opening.ts';
import type { ShopModel } from '#tests/support/model/shop-model.ts';
import * as buyers from '#tests/support/model/steps/buyer-steps.ts';
import { check, checkAll, checkBooks } from '#tests/support/model/steps/check-step.ts';
import * as coins from '#tests/support/model/steps/coin-steps.ts';
import { leave, moveOn } from '#tests/support/model/steps/leaver-steps.ts';
import * as office from '#tests/support/model/steps/office-steps.ts';
import * as preorders from '#tests/support/model/steps/preorder-steps.ts';
import * as sellers from '#tests/support/model/steps/seller-steps.ts';
import { answered, type Step, StepError } from '#tests/support/model/steps/step.ts';
import { createWorld, type Run, startRun } from '#tests/support/model/world.ts';

/** `npm run model -- --minutes=60` goes on for so long; without, a few runs do. */
const minutes = Number(process.env.MODEL_MINUTES ?? 0);
const RUNS = 4;
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
  highest: fc.constantFrom(700, 700, 700, 800, 900),
  days: fc.integer({ min: 1, max: 9 }),
});
const order = fc.record({ buyer, count: fc.integer({ min: 1, max: 3 }), at: fc.nat(), twice: fc.boolean() });
const stock = fc.record({
  seller,
  count: fc.integer({ min: 1, max: 4 }),
  discount_bp: fc.constantFrom(0, 1000, 2000, 3000),
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
  [6, stock.map(sellers.arrive)],
  [14, order.map(buyers.buy)],
  [3, fc.nat().map(buyers.race)],
  [6, fc.nat().map(buyers.giveBack)],
  [8, fc.nat().map(buyers.reveal)],
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
  [2, fc.tuple(fc.nat(), percent).map((given) => office.writeOff(...given))],
  [4, fc.constant(sellers.release)],
  [4, fc.tuple(fc.nat(), percent, decision).map((given) => sellers.payOut(...given))],
  [
    4,
    fc
      .tuple(fc.nat(), fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const))
      .map((given) => sellers.endPayout(...given)),
  ],
  [3, fc.nat().map(sellers.returnPayout)],
  [2, fc.constantFrom(2000, 3517).map(leave)],
  [
    9,
    fc
      .tuple(
        fc.nat(),
        fc.constantFrom(
          'approved' as const,
          'approved' as const,
          'approved' as const,
          'rejected' as const,
          'paid' as const,
          'paid' as const,
          'failed' as const,
          'reversed' as const,
          'not reversed' as const,
        ),
      )
      .map((given) => moveOn(...given)),
  ],
  [2, month.map(office.close)],
  [1, fc.tuple(month, decision).map((given) => office.reopen(...given))],
  [5, fc.constantFrom(1, 25, 25, 24 * 16, 24 * 31).map(office.pass)],
  [1, fc.constant(office.night)],
  [2, fc.constant(check)],
];
const steps = weighed.flatMap(([times, step]) => Array<Steps>(times).fill(step));

/** `12 x buy 201, 3 x buy 422`, for each kind of step. */
const counts = () =>
  [...answered]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, statuses]) => [...statuses].map(([status, times]) => `${times} x ${kind} ${status}`).join(', '))
    .join('\n');

test('each kind of step does what the model says, once, and the books hold afterwards', async () => {
  const { model, real } = await startRun(world);
  for (const step of everyKind()) await step.run(model, real);
  const succeeded = [...answered].filter(([, statuses]) => [...statuses.keys()].some((status) => status < 300));
  const drawn = fc.sample(fc.oneof(...weighed.map(([, each]) => each)), { numRuns: 2000, seed: 1 });
  const kinds = new Set(drawn.map((each) => (each as Step).kind));
  expect(succeeded.map(([kind]) => kind).toSorted()).toEqual([...kinds].toSorted());
  await preorders.endAll(world);
});

test(
  'whatever buyers, sellers, staff and the network do, every account is right to the cent',
  async () => {
    const limit =
      minutes > 0 ? { numRuns: 1_000_000, interruptAfterTimeLimit: minutes * MINUTE_MS } : { numRuns: RUNS };
    let first: string | null = null;
    let last = Promise.resolve();
    const drive = async (commands: Iterable<fc.AsyncCommand<ShopModel, Run>>) => {
      await preorders.endAll(world);
      const { model, real } = await startRun(world);
      try {
        for (const step of opening()) await step.run(model, real);
        await fc.asyncModelRun(() => ({ model, real }), commands);
        await checkBooks(model, real);
      } catch (error) {
        world.books.broken = true;
        const fault = error instanceof StepError ? error.fault : String(error);
        if (first === null) process.stdout.write(`${(error as Error).stack}\n${(error as Error).cause ?? ''}\n`);
        first ??= fault;
        // Fewer steps that fail in another way explain nothing about this one.
        if (fault === first) throw error;
      }
    };
    const property = fc.asyncProperty(fc.commands(steps, { maxCommands: STEPS, size: 'max' }), (commands) => {
      last = drive(commands);
      return last;
    });
    await fc.assert(property, limit);
    // The limit of time ends the waiting for a run, not the run.
    await last;
    process.stdout.write(`${counts()}\n${await checkAll(world)}\n`);
  },
  2 * MINUTE_MS * Math.max(minutes, 5),
);
