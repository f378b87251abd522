import { useWords } from '#web/live/use-words.ts';

/** A moment, or a day where `day` is set. */
export function Time({ at, day }: { at: string; day?: boolean }) {
  const words = useWords();
  return <time dateTime={at}>{day ? words.day(at) : words.time(at)}</time>;
}
