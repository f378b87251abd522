import { useI18n } from '#web/i18n/use-i18n.ts';

/** A moment, or a day where `day` is set. */
export function Time({ at, day }: { at: string; day?: boolean }) {
  const words = useI18n();
  return <time dateTime={at}>{day ? words.day(at) : words.time(at)}</time>;
}
