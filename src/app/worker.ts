import { anchorAuditLog } from '#features/alerts/anchor-audit-log.ts';
import { forgedRowTask } from '#features/alerts/forged-row-task.ts';
import { createDiskWatch } from '#features/alerts/watch-disk.ts';
import { verificationTask } from '#features/audit/verification/verification-task.ts';
import { swapTask } from '#features/cart/swap/swap-task.ts';
import { claimTask } from '#features/claims/background/claim-task.ts';
import { deliveryTask } from '#features/claims/background/delivery-task.ts';
import { reminderTask } from '#features/claims/background/reminder-task.ts';
import type { Ctx } from '#features/ctx.ts';
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
import { loops, mails, sweeps } from './features.ts';

/** Every queued job of the shop. */
export const jobsOf = (ctx: Ctx, mailer: Mailer): Record<string, Task> => ({
  mail: mailTask(ctx, mailer, mails),
  push: pushTask(ctx),
  cart_swap: swapTask(ctx),
  import: commitTask(ctx),
  issuer: issuerTask(ctx),
  outage: outageTask(ctx),
  delivery: deliveryTask(ctx),
  returned: returnedTask(ctx),
  guarantee: reminderTask(ctx),
  claim: claimTask(ctx),
  order_ready: readyTask(ctx),
  forged_row: forgedRowTask(ctx),
  verification: verificationTask(ctx, checksOf(ctx.config.demo)),
});

/** Whoever subscribes names the server that a push message goes to: however slow it is, no other job waits for it. */
const PUSH_JOBS = { name: 'run-push-jobs', concurrency: 8, connections: 2 };

/** Starts all background work: queued jobs, the features' loops, audit log sealing and clean-ups. */
export async function startWorker(ctx: Ctx, databaseUrl: string): Promise<{ stop(): Promise<void> }> {
  const { config, log, sql, clock, vault } = ctx;
  const mailer = config.smtp_url ? createSmtpMailer(config.smtp_url, config.mail_from) : createMailbox(sql);
  const { push, ...others } = jobsOf(ctx, mailer);
  const runners = [runJobs(databaseUrl, others, log), runJobs(databaseUrl, { push: push! }, log, PUSH_JOBS)];
  // Before the first credit, so that nobody on the list slips through a restart.
  await loadSanctions(ctx);
  const running = [
    repeat('free-stale-jobs', 60_000, log, () => freeStaleJobs(sql)),
    repeat('seal-audit', 1_000, log, () => sealAudit(sql, vault)),
    repeat('anchor-audit', 300_000, log, () => anchorAuditLog(ctx)),
    repeat('watch-disk', 10_000, log, createDiskWatch(ctx)),
    repeat('report-loops', 10_000, log, async () => {
      await reportLoops(ctx);
      await watchLoops(ctx);
    }),
    repeat('prune-events', 60_000, log, () => pruneEvents(sql, clock)),
    repeat('sweep', 3_600_000, log, async () => {
      await sweepIdempotencyKeys(sql, clock);
      for (const sweep of sweeps) await sweep(ctx);
    }),
    ...loops.map((start) => start(ctx, databaseUrl)),
  ];
  return {
    async stop() {
      await Promise.all(running.map((loop) => loop.stop()));
      await Promise.all(runners.map((runner) => runner.stop()));
      // What comes after the last anchor could be cut off unseen.
      await anchorAuditLog(ctx, 'now').catch((error: unknown) => log.error({ err: error }, 'no last audit anchor'));
    },
  };
}
