import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { readChainLag } from '#features/coins/watcher/report/read-chain-lag.ts';
import type { Ctx } from '#features/ctx.ts';
import { readSealingLag } from '#platform/audit/read-sealing-lag.ts';
import { readJobQueue } from '#platform/jobs/read-job-queue.ts';
import { readLedgerLag } from '#platform/ledger/chain/read-ledger-lag.ts';
import { createRequestMetrics, type RequestFacts } from '#platform/metrics/create-request-metrics.ts';
import { readConnections } from '#platform/metrics/read-connections.ts';

export interface Metrics {
  observe(request: RequestFacts): void;
  /** Everything in Prometheus' text format. What needs the database is missing while that doesn't answer. */
  read(): Promise<string>;
  contentType: string;
}

/** This process's metrics, and the state of the work that all processes share. */
export function createMetrics(ctx: Ctx): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const observe = createRequestMetrics(registry);
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `facevalue_${name}`, help, labelNames, registers: [registry] });
  const sockets = gauge('sockets', 'Open live-update sockets of this process.');
  const up = gauge('database_up', 'Whether the database answered this scrape.');
  const answer = gauge('database_answer_seconds', 'Time of a trivial statement, waiting for a connection included.', [
    'pool',
  ]);
  const shared = createSharedGauges(ctx, gauge);
  return {
    observe,
    contentType: registry.contentType,
    async read() {
      sockets.set(ctx.sockets?.size ?? 0);
      try {
        answer.set({ pool: 'reads' }, await timeOf(() => ctx.reads`select 1`));
        answer.set({ pool: 'writes' }, await timeOf(() => ctx.sql`select 1`));
        await shared.read();
        up.set(1);
      } catch (error) {
        ctx.log.warn({ err: error }, 'the database did not answer for the metrics');
        up.set(0);
        answer.reset();
        shared.forget();
      }
      return registry.metrics();
    },
  };
}

/** Gauges of what is in the database, where every process writes it. */
function createSharedGauges(ctx: Ctx, gauge: (name: string, help: string, labelNames?: string[]) => Gauge) {
  const connections = gauge('database_connections', 'Connections of all processes.', ['pool', 'state']);
  const jobs = gauge('jobs', 'Queued jobs: waiting, or failed for good.', ['state']);
  const jobAge = gauge('jobs_oldest_seconds', 'How long the oldest job has waited for a worker.');
  const unsealed = gauge('audit_unsealed_entries', 'Audit entries not yet in the hash chain.');
  const unsealedAge = gauge('audit_unsealed_oldest_seconds', 'Age of the oldest of them.');
  const unsealedTransfers = gauge('ledger_unsealed_transfers', 'Transfers not yet in the chain of the ledger.');
  const unsealedTransferAge = gauge('ledger_unsealed_oldest_seconds', 'Age of the oldest of them.');
  const lag = gauge('chain_lag_blocks', 'Blocks between the node and the watcher.', ['coin']);
  const following = gauge('chain_following', 'Whether the chain is followed (1) or paused (0).', ['coin']);
  const checked = gauge('chain_checked_seconds', 'Since the watcher last looked at the chain.', ['coin']);
  const all = [
    connections,
    jobs,
    jobAge,
    unsealed,
    unsealedAge,
    unsealedTransfers,
    unsealedTransferAge,
    lag,
    following,
    checked,
  ];
  const forget = () => {
    for (const one of all) {
      one.reset();
      // A gauge without labels starts at 0 again, which would be a claim.
      one.remove({});
    }
  };
  return {
    forget,
    async read() {
      const [pools, queue, sealing, ledger, chains] = await Promise.all([
        readConnections(ctx.reads),
        readJobQueue(ctx.reads),
        readSealingLag(ctx.reads, ctx.clock.now()),
        readLedgerLag(ctx.reads, ctx.clock.now()),
        readChainLag(ctx.reads, ctx.clock),
      ]);
      forget();
      for (const { application, state, count } of pools)
        connections.set({ pool: application.replace('facevalue ', ''), state }, count);
      jobs.set({ state: 'waiting' }, queue.waiting);
      jobs.set({ state: 'failed' }, queue.failed);
      jobAge.set(queue.oldest_seconds);
      unsealed.set(sealing.entries);
      unsealedAge.set(sealing.oldest_seconds);
      unsealedTransfers.set(ledger.transfers);
      unsealedTransferAge.set(ledger.oldest_seconds);
      for (const { coin, ...chain } of chains) {
        if (chain.blocks !== null) lag.set({ coin }, chain.blocks);
        following.set({ coin }, chain.following ? 1 : 0);
        checked.set({ coin }, chain.checked_seconds);
      }
    },
  };
}

async function timeOf(work: () => PromiseLike<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}
