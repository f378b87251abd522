import type { Ctx } from '../ctx.ts';

const keptMs = 365 * 86_400_000;

/** Forgets what somebody was told more than a year ago. */
export async function pruneNotifications({ sql, clock }: Ctx): Promise<void> {
  await sql`
    delete from notifications where id in (
      select id from notifications where created_at < ${new Date(clock.now().getTime() - keptMs)} order by id limit 10000)`;
}
