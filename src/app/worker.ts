import { anchorAuditLog } from '#features/alerts/anchor-audit-log.ts';
import { forgedRowTask } from '#features/alerts/forged-row-task.ts';
import { createDiskWatch } from '#features/alerts/watch-disk.ts';
import { verificationTask } from '#features/audit/verification/verification-task.ts';
import { swapTask } from '#features/cart/swap/swap-task.ts';
import { claimTask } from '#features/claims/background/claim-task.ts';
import { deliveryTask } from '#features/claims/background/delivery-task.ts';
import { reminderTask } from '#features/claims/background/reminder-task.ts';
import type { Ctx, VaultCtx } from '#features/ctx.ts';
import { loadSanctions } from '#features/deposits/screening/load-sanctions.ts';
import { commitTask } from '#features/imports/background/commit-task.ts';
import { issuerTask } from '#features/issuers/background/issuer-task.ts';
import { outageTask } from '#features/issuers/cards/outage-task.ts';
import { mailTask } from '#features/mail/mail-task.ts';
import { reportLoops } from '#features/operations/jobs/report-loops.ts';
import { watchLoops } from '#features/operations/jobs/watch-loops.ts';
import { readyTask } from '#features/orders/messages/ready-task.ts';
import { returnedTask } from '#features/orders/returned-task.ts';
import { pushTask } from '#features/push/push-task.ts';
import { sealAudit } from '#platform/audit/seal-audit.ts';
import { pruneEvents } from '#platform/events/prune-events.ts';
import { sweepIdempotencyKeys } from '#platform/http/sweep-idempotency-keys.ts';
import { freeStaleJobs } from '#platform/jobs/free-stale-jobs.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import { runJobs, type Task } from '#platform/jobs/run-jobs.ts';
import { createMailbox } from '#platform/mail/mailbox.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { createSmtpMailer } from '#platform/mail/smtp-mailer.ts';
import { checksOf } from './checks.ts';
import { loops, mails, sweeps, vaultLoops, vaultSweeps } from './features.ts';

/** The queued jobs that any worker can do. */
export const jobsOf = (ctx: Ctx, mailer: Mailer): Record<string, Task> => ({
  mail: mailTask(ctx, mailer, mails),
  cart_swap: swapTask(ctx),
  guarantee: reminderTask(ctx),
  order_ready: readyTask(ctx),
  forged_row: forgedRowTask(ctx),
});

/** Those that take the vault's own keys. */
export const vaultJobsOf = (ctx: VaultCtx): Record<string, Task> => ({
  import: commitTask(ctx),
  issuer: issuerTask(ctx),
  outage: outageTask(ctx),
  delivery: deliveryTask(ctx),
  returned: returnedTask(ctx),
  claim: claimTask(ctx),
  verification: verificationTask(ctx, checksOf(ctx.config.demo)),
});

export const pushJobsOf = (ctx: VaultCtx): Record<string, Task> => ({ push: pushTask(ctx) });

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
  const tasks = { ...(vaultOnly ? {} : jobsOf(ctx, mailerOf(ctx))), ...(vault ? vaultJobsOf(vault) : {}) };
  const runners = [runJobs(databaseUrl, tasks, log)];
  if (vault) runners.push(runJobs(databaseUrl, pushJobsOf(vault), log, PUSH_JOBS));
  // Before the first credit, so that nobody on the list slips through a restart.
  await loadSanctions(ctx);
  const running = [
    repeat('report-loops', 10_000, log, async () => {
      await reportLoops(ctx);
      await watchLoops(ctx);
    }),
    ...(vaultOnly ? [] : repeatAnywhere(ctx, databaseUrl)),
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

const mailerOf = ({ config, sql }: Ctx): Mailer =>
  config.smtp_url ? createSmtpMailer(config.smtp_url, config.mail_from) : createMailbox(sql);

function repeatAnywhere(ctx: Ctx, databaseUrl: string) {
  const { log, sql, clock } = ctx;
  return [
    repeat('free-stale-jobs', 60_000, log, () => freeStaleJobs(sql)),
    repeat('watch-disk', 10_000, log, createDiskWatch(ctx)),
    repeat('prune-events', 60_000, log, () => pruneEvents(sql, clock)),
    repeat('sweep', 3_600_000, log, async () => {
      await sweepIdempotencyKeys(sql, clock);
      for (const sweep of sweeps) await sweep(ctx);
    }),
    ...loops.map((start) => start(ctx, databaseUrl)),
  ];
}

function repeatInVault(ctx: VaultCtx, databaseUrl: string) {
  const { log, sql, vault } = ctx;
  return [
    repeat('seal-audit', 1_000, log, () => sealAudit(sql, vault)),
    repeat('anchor-audit', 300_000, log, () => anchorAuditLog(ctx)),
    repeat('sweep-texts', 3_600_000, log, async () => {
      for (const sweep of vaultSweeps) await sweep(ctx);
    }),
    ...vaultLoops.map((start) => start(ctx, databaseUrl)),
  ];
}
