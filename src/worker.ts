import type { Ctx } from '#features/ctx.ts';
import { pruneNotifications } from '#features/notifications/prune-notifications.ts';
import { loadSanctions } from '#features/payments/screening/load-sanctions.ts';
import { watchChains } from '#features/payments/watcher/watch-chains.ts';
import { keepRates } from '#features/rates/keep-rates.ts';
import { sealAudit } from '#platform/audit/seal-audit.ts';
import { pruneEvents } from '#platform/events/prune-events.ts';
import { freeStaleJobs } from '#platform/jobs/free-stale-jobs.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import { runJobs } from '#platform/jobs/run-jobs.ts';
import { createMailbox } from '#platform/mail/mailbox.ts';
import { createSmtpMailer } from '#platform/mail/smtp-mailer.ts';
import { jobsOf } from './jobs.ts';

const day = 86_400_000;

/** Everything that runs beside requests: queued jobs, the audit's chain, sweeping what has expired. */
export async function startWorker(ctx: Ctx, databaseUrl: string): Promise<{ stop(): Promise<void> }> {
  const { config, log, sql } = ctx;
  const mailer = config.smtp_url ? createSmtpMailer(config.smtp_url, config.mail_from) : createMailbox(sql);
  const runner = runJobs(databaseUrl, jobsOf(ctx, mailer), log);
  // Before the first credit: nobody on the list may slip through a restart.
  await loadSanctions(ctx);
  const loops = [
    repeat('sanctions', 60_000, log, () => loadSanctions(ctx)),
    repeat('free-stale-jobs', 60_000, log, () => freeStaleJobs(sql)),
    repeat('seal-audit', 1_000, log, () => sealAudit(sql)),
    repeat('prune-events', 60_000, log, () => pruneEvents(sql, ctx.clock)),
    repeat('prune-notifications', 3_600_000, log, () => pruneNotifications(ctx)),
    repeat('sweep', 3_600_000, log, () => sweep(ctx)),
    keepRates(ctx),
    watchChains(ctx, databaseUrl),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      await runner.stop();
    },
  };
}

/** Removes what has no meaning any more. Idempotency keys are kept for a week. */
async function sweep({ sql, clock }: Ctx): Promise<void> {
  const now = clock.now();
  await sql`delete from throttles where resets_at < ${now}`;
  await sql`delete from sessions where expires_at < ${now}`;
  await sql`delete from passkey_challenges where expires_at < ${now}`;
  await sql`delete from email_tokens where expires_at < ${new Date(now.getTime() - 30 * day)}`;
  await sql`delete from idempotency_keys where created_at < ${new Date(now.getTime() - 7 * day)}`;
}
