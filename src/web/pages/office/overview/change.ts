import type { Tone } from '#web/ui/display/tag.tsx';

/** By how many per cent a figure changed, and whether that is good where more of it is; null: from nothing. */
export function changeOf(now: number, before: number): { percent: number | null; tone: Tone } {
  if (before <= 0) return { percent: null, tone: 'plain' };
  const percent = Math.round(((now - before) / before) * 100);
  return { percent, tone: percent > 0 ? 'good' : percent < 0 ? 'warn' : 'plain' };
}
