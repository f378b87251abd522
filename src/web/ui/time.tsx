import { formatDay, formatTime } from '#web/format.ts';

/** A moment, or a day where `day` is set. */
export function Time({ at, day }: { at: string; day?: boolean }) {
  return <time dateTime={at}>{day ? formatDay(at) : formatTime(at)}</time>;
}
