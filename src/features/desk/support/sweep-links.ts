import { DAY_MS } from '#contracts/time-units.ts';
import type { Ctx } from '../../ctx.ts';

// An expired link can still be exchanged for a new one.
const RETENTION_MS = 90 * DAY_MS;

/** Deletes guests' links that expired long ago. */
export async function sweepLinks({ sql, clock }: Ctx): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_MS);
  await sql`
    delete from ticket_links where id in (
      select id from ticket_links where expires_at < ${before} order by expires_at limit 10000)`;
}
