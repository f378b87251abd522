import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/time-units.ts';
import type { Ctx } from '../../../ctx.ts';

/** When a night's backup begins (UTC). */
const HOUR_OF_NIGHT = 2;
/** After a failure. */
const PAUSE_MS = 15 * MINUTE_MS;

/** Whether a backup should begin: none since two o'clock at night, or none that the log can follow. */
export async function isDue({ sql, clock }: Ctx, place: string, has_gap: boolean): Promise<boolean> {
  const now = clock.now();
  const [last] = await sql<{ succeeded_at: string | null; failed_at: string | null }[]>`
    select max(started_at) filter (where name is not null) as succeeded_at,
      max(ended_at) filter (where name is null) as failed_at
    from backups where place = ${place} and ended_at > ${new Date(now.getTime() - 2 * DAY_MS)}`;
  const { succeeded_at = null, failed_at = null } = last ?? {};
  if (failed_at && now.getTime() - Date.parse(failed_at) < PAUSE_MS) return false;
  const night = Math.floor((now.getTime() - HOUR_OF_NIGHT * HOUR_MS) / DAY_MS) * DAY_MS + HOUR_OF_NIGHT * HOUR_MS;
  return has_gap || !succeeded_at || Date.parse(succeeded_at) < night;
}
