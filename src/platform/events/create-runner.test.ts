import { expect, test } from 'vitest';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { createLogger } from '#platform/log.ts';
import { createRunner } from './create-runner.ts';

const silent = createLogger('silent');

test('what is woken while it runs, however often, runs once more afterwards', async () => {
  const started: PromiseWithResolvers<void>[] = [];
  const runner = createRunner('test', silent, () => {
    const run = Promise.withResolvers<void>();
    started.push(run);
    return run.promise;
  });
  for (let n = 0; n < 3; n++) runner.wake();
  expect(started.length).toBe(1);
  started[0]!.resolve();
  await expect.poll(() => started.length).toBe(2);
  started[1]!.resolve();
  await runner.stop();
  runner.wake();
  expect(started.length).toBe(2);
});

test('what is woken during a rest waits for its end, and a stop waits for nothing', async () => {
  let runs = 0;
  const runner = createRunner('test', silent, async () => void runs++, { rest_ms: MINUTE_MS });
  runner.wake();
  // Long enough for a run that didn't rest.
  await new Promise(setImmediate);
  runner.wake();
  await new Promise(setImmediate);
  expect(runs).toBe(1);
  await runner.stop();
  expect(runs).toBe(1);
});

test('after a short rest it runs for whoever woke it meanwhile', async () => {
  let runs = 0;
  const runner = createRunner('test', silent, async () => void runs++, { rest_ms: 1 });
  runner.wake();
  runner.wake();
  await expect.poll(() => runs).toBe(2);
  await runner.stop();
});
