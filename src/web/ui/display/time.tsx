import { useI18n } from '#web/i18n/use-i18n.ts';

/** A date and time, or only the date if `day` is set. */
export function Time({ at, day }: { at: string; day?: boolean }) {
  const i18n = useI18n();
  return <time dateTime={at}>{day ? i18n.day(at) : i18n.time(at)}</time>;
}
