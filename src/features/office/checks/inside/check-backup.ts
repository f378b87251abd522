import { HOUR_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import type { Ctx } from '../../../ctx.ts';
import { readMachine } from '../../overview/state/read-machine.ts';
import type { Finding } from '../findings/finding.ts';

/** As long as the nightly ones may be apart. */
const OLD_MS = 26 * HOUR_MS;

/** When the last backup ended, of whatever kind. */
export async function checkBackup(ctx: Ctx): Promise<Finding[]> {
  const { backup_at: at } = await readMachine(ctx);
  const own = ctx.config.database_url === null;
  const advice = message(own ? 'doctor.backup.do' : 'doctor.backup.do_external');
  if (ctx.config.demo) return [{ name: 'backup', state: 'off', found: message('doctor.demo') }];
  if (at === null) return [{ name: 'backup', state: 'warning', found: message('doctor.backup.none'), advice }];
  const found = message('doctor.backup.last', { at: { at } });
  const isOld = ctx.clock.now().getTime() - Date.parse(at) > OLD_MS;
  return isOld ? [{ name: 'backup', state: 'warning', found, advice }] : [{ name: 'backup', state: 'well', found }];
}
