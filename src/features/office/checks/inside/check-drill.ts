import { DAY_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import type { Ctx } from '../../../ctx.ts';
import { readLastDrill } from '../../drills/outcomes/read-last-drill.ts';
import type { Finding } from '../findings/finding.ts';

/** A week, and a day for one that failed to be tried again. */
const OLD_MS = 8 * DAY_MS;

/** Whether the newest backup came back lately. */
export async function checkDrill({ sql, clock, config }: Ctx): Promise<Finding[]> {
  const { backup, demo } = config;
  if (demo) return [{ name: 'drill', state: 'off', found: message('doctor.demo') }];
  if (!backup?.drill_identity_file)
    return [
      { name: 'drill', state: 'off', found: message('doctor.drill.off'), advice: message('doctor.drill.off.do') },
    ];
  const last = await readLastDrill(sql, backup.target);
  const advice = message('doctor.drill.do');
  if (!last) return [{ name: 'drill', state: 'warning', found: message('doctor.drill.none'), advice }];
  const at = { at: last.ended_at };
  if (last.error)
    return [
      { name: 'drill', state: 'warning', found: message('doctor.drill.failed', { at, reason: last.error }), advice },
    ];
  const seconds = Math.round((Date.parse(last.ended_at) - Date.parse(last.started_at)) / 1_000);
  const found = message('doctor.drill.well', { at, seconds });
  const isOld = clock.now().getTime() - Date.parse(last.ended_at) > OLD_MS;
  return isOld ? [{ name: 'drill', state: 'warning', found, advice }] : [{ name: 'drill', state: 'well', found }];
}
