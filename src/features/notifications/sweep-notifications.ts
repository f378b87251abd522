import type { Ctx } from '../ctx.ts';

const RETENTION_MS = 365 * 86_400_000;

/** Deletes notifications older than a year. */
export async function sweepNotifications({ sql, clock }: Ctx): Promise<void> {
  await sql`
    delete from notifications where id in (
      select id from notifications where created_at < ${new Date(clock.now().getTime() - RETENTION_MS)} order by id limit 10000)`;
}
