import { anchorAuditLog } from '#features/alerts/anchor-audit-log.ts';
import { createDiskWatch } from '#features/alerts/watch-disk.ts';
import type { Ctx } from '#features/ctx.ts';
import { loadSanctions } from '#features/deposits/screening/load-sanctions.ts';
import { commitTask } from '#features/imports/background/commit-task.ts';
import { issuerTask } from '#features/issuers/background/issuer-task.ts';
import { mailTask } from '#features/mail/mail-task.ts';
import { sealAudit } from '#platform/audit/seal-audit.ts';
import { pruneEvents } from '#platform/events/prune-events.ts';
import { sweepIdempotencyKeys } from '#platform/http/sweep-idempotency-keys.ts';
import { freeStaleJobs } from '#platform/jobs/free-stale-jobs.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import { runJobs, type Task } from '#platform/jobs/run-jobs.ts';
import { createMailbox } from '#platform/mail/mailbox.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { createSmtpMailer } from '#platform/mail/smtp-mailer.ts';
import { loops, mails, sweeps } from './features.ts';

/** Every queued job of the shop. */
export const jobsOf = (ctx: Ctx, mailer: Mailer): Record<string, Task> => ({
  mail: mailTask(ctx, mailer, mails),
  import: commitTask(ctx),
  issuer: issuerTask(ctx),
});

/** Starts all background work: queued jobs, the features' loops, audit log sealing and clean-ups. */
export async function startWorker(ctx: Ctx, databaseUrl: string): Promise<{ stop(): Promise<void> }> {
  const { config, log, sql, clock, vault } = ctx;
  const mailer = config.smtp_url ? createSmtpMailer(config.smtp_url, config.mail_from) : createMailbox(sql);
  const runner = runJobs(databaseUrl, jobsOf(ctx, mailer), log);
  // Before the first credit, so that nobody on the list slips through a restart.
  await loadSanctions(ctx);
  const running = [
    repeat('free-stale-jobs', 60_000, log, () => freeStaleJobs(sql)),
    repeat('seal-audit', 1_000, log, () => sealAudit(sql, vault)),
    repeat('anchor-audit', 300_000, log, () => anchorAuditLog(ctx)),
    repeat('watch-disk', 10_000, log, createDiskWatch(ctx)),
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
      await runner.stop();
      // What comes after the last anchor could be cut off unseen.
      await anchorAuditLog(ctx, 'now').catch((error: unknown) => log.error({ err: error }, 'no last audit anchor'));
    },
  };
}
