import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Ctx } from '../../ctx.ts';
import { announceNotices } from './announce-notices.ts';

/** Pages are told of what began while no worker ran, too: telling them twice costs a request. */
const LOOK_BACK_MS = MINUTE_MS;

/** Builds a check that announces the notices whose time has come since it last ran. */
export function createNoticeWatch({ sql, clock }: Ctx): () => Promise<void> {
  let checked_at = new Date(clock.now().getTime() - LOOK_BACK_MS);
  return async () => {
    const now = clock.now();
    // One that was published for now was announced then.
    const begun = await sql`
      select from notices where starts_at > ${checked_at} and starts_at <= ${now} and starts_at > updated_at limit 1`;
    if (begun.length > 0) await announceNotices(sql);
    checked_at = now;
  };
}
