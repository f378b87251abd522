import { HOUR_S } from '#contracts/time-units.ts';
import type { Formatters } from '#web/i18n/use-i18n.ts';

/** An approximate duration in words: minutes up to an hour and a half, then hours. */
export function duration(t: Formatters['t'], seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes <= 90
    ? t('duration.minutes', { minutes })
    : t('duration.hours', { hours: Math.round(seconds / HOUR_S) });
}
