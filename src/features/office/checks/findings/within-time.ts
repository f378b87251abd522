import { message } from '#i18n/message.ts';
import type { Logger } from '#platform/log.ts';
import type { Finding } from './finding.ts';

/** No check takes longer, whatever it asks. */
const LIMIT_MS = 12_000;

/** The findings of a check; a failure where it gives none in time, or breaks, which the log explains. */
export async function withinTime(
  log: Logger,
  name: Finding['name'],
  check: () => Promise<Finding[]>,
): Promise<Finding[]> {
  const late = Promise.withResolvers<Finding[]>();
  const timer = setTimeout(
    () =>
      late.resolve([
        {
          name,
          state: 'failed',
          found: message('doctor.no_answer', { seconds: LIMIT_MS / 1_000 }),
          advice: message('doctor.no_answer.do'),
        },
      ]),
    LIMIT_MS,
  );
  try {
    return await Promise.race([check(), late.promise]);
  } catch (err) {
    log.error({ err, check: name }, 'a check of the shop broke');
    return [{ name, state: 'failed', found: message('doctor.broke'), advice: message('doctor.broke.do') }];
  } finally {
    clearTimeout(timer);
  }
}
