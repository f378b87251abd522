import { HOUR_MS, MINUTE_MS } from '#contracts/time-units.ts';
import { loadSanctions } from '#features/coins/deposits/screening/load-sanctions.ts';
import type { Ctx, VaultCtx } from '#features/ctx.ts';
import type { Feature } from '#features/feature.ts';
import { mailTask } from '#features/messages/mail/mail-task.ts';
import { HEARTBEAT_LOOP } from '#features/office/operations/heartbeat/find-trouble.ts';
import { sendHeartbeat } from '#features/office/operations/heartbeat/send-heartbeat.ts';
import { reportLoops } from '#features/office/operations/jobs/report-loops.ts';
import { watchLoops } from '#features/office/operations/jobs/watch-loops.ts';
import { anchorAuditLog } from '#features/oversight/alerts/anchor-audit-log.ts';
import { createDiskWatch } from '#features/oversight/alerts/watch-disk.ts';
import { verificationTask } from '#features/oversight/audit/verification/verification-task.ts';
import { sealAudit } from '#platform/audit/seal-audit.ts';
import { pruneEvents } from '#platform/events/prune-events.ts';
import { sweepIdempotencyKeys } from '#platform/http/idempotency/sweep-idempotency-keys.ts';
import { freeStaleJobs } from '#platform/jobs/free-stale-jobs.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import { runJobs, type Task } from '#platform/jobs/run-jobs.ts';
import { sealTransfers } from '#platform/ledger/chain/seal-transfers.ts';
import { createMailbox } from '#platform/mail/mailbox.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { createSmtpMailer } from '#platform/mail/smtp-mailer.ts';
import { checksOf } from './checks.ts';
import { broughtBy, featuresOf, mailsOf, sweepsOf } from './features.ts';

/** The queued jobs that any worker can do. */
export const jobsOf = (ctx: Ctx, mailer: Pick<Mailer, 'send'>): Record<string, Task> => ({
  ...tasksOf(ctx, ({ jobs }) => jobs),
  mail: mailTask(ctx, mailer, mailsOf(ctx.config.demo)),
});

/** Those that take the vault's own keys. */
export const vaultJobsOf = (ctx: VaultCtx): Record<string, Task> => ({
  ...tasksOf(ctx, ({ vaultJobs }) => vaultJobs),
  verification: verificationTask(ctx, checksOf(ctx.config.demo)),
});

export const pushJobsOf = (ctx: VaultCtx): Record<string, Task> => {
  const brought = broughtBy(featuresOf(ctx.config.demo));
  return tasksOf(ctx, ({ pushJobs }) => (typeof pushJobs === 'function' ? pushJobs(brought) : pushJobs));
};

/** Jobs of what reaches people and servers outside the shop, and can't be taken back. */
export const outwardJobsOf = (ctx: VaultCtx): string[] => ['mail', ...Object.keys(pushJobsOf(ctx))];

/** The queued jobs of one kind that the features bring. */
const tasksOf = <C extends Ctx>(
  ctx: C,
  pick: (feature: Feature) => Record<string, (ctx: C) => Task> | undefined,
): Record<string, Task> =>
  Object.fromEntries(
    featuresOf(ctx.config.demo)
      .flatMap((feature) => Object.entries(pick(feature) ?? {}))
      .map(([name, taskFor]) => [name, taskFor(ctx)]),
  );

/** Whoever subscribes names the server that a push message goes to: however slow it is, no other job waits for it. */
const PUSH_JOBS = { name: 'run-push-jobs', concurrency: 8, connections: 2 };

interface Worker {
  ctx: Ctx;
  /** In the process that has the master key: what takes its own keys is done here and nowhere else. */
  vault: VaultCtx | null;
  /** Whether another process does what takes no keys of the vault's own. */
  vaultOnly?: boolean;
  databaseUrl: string;
}

/** Starts background work: queued jobs, the features' loops, audit log sealing and clean-ups. */
export async function startWorker({
  ctx,
  vault,
  vaultOnly = false,
  databaseUrl,
}: Worker): Promise<{ stop(): Promise<void> }> {
  const { log } = ctx;
  const mailer = mailerOf(ctx);
  const tasks = { ...(vaultOnly ? {} : jobsOf(ctx, mailer)), ...(vault ? vaultJobsOf(vault) : {}) };
  const runners = [runJobs(ctx, databaseUrl, tasks)];
  if (vault) runners.push(runJobs(ctx, databaseUrl, pushJobsOf(vault), PUSH_JOBS));
  // Before the first credit, so that nobody on the list slips through a restart.
  await loadSanctions(ctx);
  const running = [
    repeat(ctx, 'report-loops', 10_000, async () => {
      await reportLoops(ctx);
      await watchLoops(ctx);
    }),
    ...(vaultOnly ? [] : repeatAnywhere(ctx, databaseUrl, mailer)),
    ...(vault ? repeatInVault(vault, databaseUrl) : []),
  ];
  return {
    async stop() {
      await Promise.all(running.map((loop) => loop.stop()));
      await Promise.all(runners.map((runner) => runner.stop()));
      // What comes after the last anchor could be cut off unseen.
      if (vault) await anchorAuditLog(vault, 'now').catch((err: unknown) => log.error({ err }, 'no last audit anchor'));
    },
  };
}

const mailerOf = ({ config, sql, staging }: Ctx): Mailer =>
  config.smtp_url && !staging ? createSmtpMailer(config.smtp_url, config.mail_from) : createMailbox(sql);

function repeatAnywhere(ctx: Ctx, databaseUrl: string, mailer: Mailer) {
  const { sql, clock, config } = ctx;
  const features = featuresOf(config.demo);
  const sweeps = sweepsOf(features);
  const { heartbeat_url } = config;
  const beat = heartbeat_url === null ? [] : [heartbeat_url];
  return [
    ...beat.map((url) => repeat(ctx, HEARTBEAT_LOOP, 5 * MINUTE_MS, () => sendHeartbeat(ctx, mailer, url))),
    repeat(ctx, 'free-stale-jobs', MINUTE_MS, () => freeStaleJobs(sql)),
    repeat(ctx, 'watch-disk', 10_000, createDiskWatch(ctx)),
    repeat(ctx, 'prune-events', MINUTE_MS, () => pruneEvents(sql, clock)),
    repeat(ctx, 'sweep', HOUR_MS, async () => {
      await sweepIdempotencyKeys(sql, clock);
      for (const sweep of sweeps) await sweep(ctx);
    }),
    ...features.flatMap(({ loops = [] }) => loops).map((start) => start(ctx, databaseUrl)),
  ];
}

function repeatInVault(ctx: VaultCtx, databaseUrl: string) {
  const { sql, vault, config, log } = ctx;
  const features = featuresOf(config.demo);
  const sweeps = features.flatMap(({ vaultSweeps = [] }) => vaultSweeps);
  return [
    repeat(ctx, 'seal-audit', 1_000, () => sealAudit(sql, vault)),
    repeat(ctx, 'seal-ledger', 1_000, () => sealTransfers(sql, vault, reportSealed(log))),
    repeat(ctx, 'anchor-audit', 300_000, () => anchorAuditLog(ctx)),
    repeat(ctx, 'sweep-texts', HOUR_MS, async () => {
      for (const sweep of sweeps) await sweep(ctx);
    }),
    ...features.flatMap(({ vaultLoops = [] }) => vaultLoops).map((start) => start(ctx, databaseUrl)),
  ];
}

/** Transfers from before they were sealed are many. */
const reportSealed = (log: Ctx['log']) => (sealed: number) => {
  if (sealed % 100_000 === 0) log.info({ sealed }, 'sealing the transfers of before');
};
