import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Ctx } from '#features/ctx.ts';
import type { AlertKind } from '#features/feature.ts';
import { createRequestMetrics, type RequestFacts } from '#platform/metrics/create-request-metrics.ts';
import { createForgettable } from '#platform/metrics/forgettable.ts';
import { operationGauges } from './operation-gauges.ts';
import { queueGauges } from './queue-gauges.ts';

export interface Metrics {
  observe(request: RequestFacts): void;
  /** Everything in Prometheus' text format. What needs the database is missing while that doesn't answer. */
  read(): Promise<string>;
  contentType: string;
}

/** This process's metrics, and the state of the work that all processes share. */
export function createMetrics(ctx: Ctx, alertKinds: readonly AlertKind[]): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const observe = createRequestMetrics(registry);
  const own = createForgettable(registry);
  const sockets = own.gauge('sockets', 'Open live-update sockets of this process.');
  const up = own.gauge('database_up', 'Whether the database answered this scrape.');
  const shared = createForgettable(registry);
  const answer = shared.gauge(
    'database_answer_seconds',
    'Time of a trivial statement, waiting for a connection included.',
    ['pool'],
  );
  const [readQueues, readOperation] = [queueGauges(ctx, shared), operationGauges(ctx, shared, alertKinds)];
  return {
    observe,
    contentType: registry.contentType,
    async read() {
      sockets.set(ctx.sockets?.size ?? 0);
      try {
        const [reads, writes] = [await timeOf(() => ctx.reads`select 1`), await timeOf(() => ctx.sql`select 1`)];
        const [setQueues, setOperation] = await Promise.all([readQueues(), readOperation()]);
        shared.forget();
        answer.set({ pool: 'reads' }, reads);
        answer.set({ pool: 'writes' }, writes);
        setQueues();
        setOperation();
        up.set(1);
      } catch (error) {
        ctx.log.warn({ err: error }, 'the database did not answer for the metrics');
        up.set(0);
        shared.forget();
      }
      return registry.metrics();
    },
  };
}

async function timeOf(work: () => PromiseLike<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}
