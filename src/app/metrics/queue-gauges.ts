import { readChainLag } from '#features/coins/watcher/report/read-chain-lag.ts';
import type { Ctx } from '#features/ctx.ts';
import { readSealingLag } from '#platform/audit/read-sealing-lag.ts';
import { readJobQueue } from '#platform/jobs/read-job-queue.ts';
import { readTriedJobs } from '#platform/jobs/read-tried-jobs.ts';
import { readLedgerLag } from '#platform/ledger/chain/read-ledger-lag.ts';
import type { Forgettable } from '#platform/metrics/forgettable.ts';
import { readConnections } from '#platform/metrics/read-connections.ts';

/** What waits in the database for a process to work on it. Returns how to read it, and then how to set the gauges. */
export function queueGauges(ctx: Ctx, { gauge }: Forgettable): () => Promise<() => void> {
  const connections = gauge('database_connections', 'Connections of all processes.', ['pool', 'state']);
  const jobs = gauge('jobs', 'Queued jobs: waiting, or failed for good.', ['state']);
  const jobAge = gauge('jobs_oldest_seconds', 'How long the oldest job has waited for a worker.');
  const tried = gauge('jobs_tried', 'Jobs that failed before: retrying, or failed for good.', ['task', 'state']);
  const unsealed = gauge('audit_unsealed_entries', 'Audit entries not yet in the hash chain.');
  const unsealedAge = gauge('audit_unsealed_oldest_seconds', 'Age of the oldest of them.');
  const unsealedTransfers = gauge('ledger_unsealed_transfers', 'Transfers not yet in the chain of the ledger.');
  const unsealedTransferAge = gauge('ledger_unsealed_oldest_seconds', 'Age of the oldest of them.');
  const lag = gauge('chain_lag_blocks', 'Blocks between the node and the watcher.', ['coin']);
  const following = gauge('chain_following', 'Whether the chain is followed (1) or paused (0).', ['coin']);
  const checked = gauge('chain_checked_seconds', 'Since the watcher last looked at the chain.', ['coin']);
  return async () => {
    const [pools, queue, failures, sealing, ledger, chains] = await Promise.all([
      readConnections(ctx.reads),
      readJobQueue(ctx.reads),
      readTriedJobs(ctx.reads),
      readSealingLag(ctx.reads, ctx.clock.now()),
      readLedgerLag(ctx.reads, ctx.clock.now()),
      readChainLag(ctx.reads, ctx.clock),
    ]);
    return () => {
      for (const { application, state, count } of pools)
        connections.set({ pool: application.replace('facevalue ', ''), state }, count);
      jobs.set({ state: 'waiting' }, queue.waiting);
      jobs.set({ state: 'failed' }, queue.failed);
      jobAge.set(queue.oldest_seconds);
      for (const { task, retrying, failed } of failures) {
        tried.set({ task, state: 'retrying' }, retrying);
        tried.set({ task, state: 'failed' }, failed);
      }
      unsealed.set(sealing.entries);
      unsealedAge.set(sealing.oldest_seconds);
      unsealedTransfers.set(ledger.transfers);
      unsealedTransferAge.set(ledger.oldest_seconds);
      for (const { coin, ...chain } of chains) {
        if (chain.blocks !== null) lag.set({ coin }, chain.blocks);
        following.set({ coin }, chain.following ? 1 : 0);
        checked.set({ coin }, chain.checked_seconds);
      }
    };
  };
}
