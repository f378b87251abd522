import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import type { Ctx } from '../../../ctx.ts';

/** Sundays at four (UTC), after the night's backup; the epoch began on a Thursday. */
const WEEKLY_AT_MS = 3 * DAY_MS + 4 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** Whether a drill should begin: there is a backup, none has succeeded since Sunday, and none failed within a day. */
export async function isDrillDue({ sql, clock }: Ctx, place: string): Promise<boolean> {
  const now = clock.now().getTime();
  const [found] = await sql<{ backed_up: boolean; succeeded_at: string | null; failed_at: string | null }[]>`
    select exists (select from backups where place = ${place} and name is not null) as backed_up,
      max(started_at) filter (where error = '') as succeeded_at,
      max(ended_at) filter (where error <> '') as failed_at
    from backup_drills where place = ${place} and ended_at > ${new Date(now - 2 * WEEK_MS)}`;
  const { backed_up, succeeded_at, failed_at } = found!;
  if (!backed_up) return false;
  if (failed_at && now - Date.parse(failed_at) < DAY_MS) return false;
  const sunday = Math.floor((now - WEEKLY_AT_MS) / WEEK_MS) * WEEK_MS + WEEKLY_AT_MS;
  return !succeeded_at || Date.parse(succeeded_at) < sunday;
}
