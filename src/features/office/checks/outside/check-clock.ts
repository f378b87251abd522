import { MINUTE_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Finding } from '../findings/finding.ts';

const TIMEOUT_MS = 5_000;
/** A code of an authenticator app counts for half a minute. */
const LIMIT_MS = MINUTE_MS / 4;

/** Compares the clock with those of the servers that give rates: their answers say when they were sent, to the second. */
export async function checkClock({ config, clock }: { config: Config; clock: Clock }): Promise<Finding[]> {
  if (config.demo) return [{ name: 'clock', state: 'off', found: message('doctor.demo') }];
  const answered = await Promise.all(config.rates_urls.map((url) => offsetBy(url, clock)));
  const offsets = answered.filter((offset) => offset !== null).toSorted((a, b) => a - b);
  const offset = offsets[offsets.length >> 1];
  if (offset === undefined)
    return [
      { name: 'clock', state: 'warning', found: message('doctor.clock.unknown'), advice: message('doctor.clock.do') },
    ];
  const seconds = Math.round(Math.abs(offset) / 1_000);
  if (Math.abs(offset) <= LIMIT_MS) return [{ name: 'clock', state: 'well', found: message('doctor.clock.well') }];
  const found = message(offset > 0 ? 'doctor.clock.fast' : 'doctor.clock.slow', { seconds });
  return [{ name: 'clock', state: 'failed', found, advice: message('doctor.clock.do') }];
}

/** How far our clock is ahead of a server's, in milliseconds; null where it tells no time. */
async function offsetBy(url: string, clock: Clock): Promise<number | null> {
  try {
    const { headers } = await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const sent = Date.parse(headers.get('date') ?? '');
    return Number.isNaN(sent) ? null : clock.now().getTime() - sent;
  } catch {
    return null;
  }
}
