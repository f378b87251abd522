import { DAY_S, HOUR_S } from '#contracts/time-units.ts';

export type CountdownStatus = 'upcoming' | 'running' | 'expired';

interface Span {
  starts_at?: string | undefined;
  ends_at: string;
}

export interface CountdownState {
  status: CountdownStatus;
  /** Milliseconds until the next change; 0 once expired. */
  left_ms: number;
}

/** Upcoming before the start, running from the start to the end, expired from the end on. */
export function countdownState({ starts_at, ends_at }: Span, now_ms: number): CountdownState {
  const end_ms = Date.parse(ends_at);
  const start_ms = starts_at ? Date.parse(starts_at) : Number.NEGATIVE_INFINITY;
  if (now_ms >= end_ms) return { status: 'expired', left_ms: 0 };
  if (now_ms < start_ms) return { status: 'upcoming', left_ms: start_ms - now_ms };
  return { status: 'running', left_ms: end_ms - now_ms };
}

/** Whole days plus the rest as a clock: 14:59, 1:00:00, or 03:00:00 beside days. Part of a second rounds up. */
export function timeLeft(left_ms: number): { days: number; clock: string } {
  const total_s = Math.ceil(left_ms / 1000);
  const days = Math.floor(total_s / DAY_S);
  const hours = Math.floor((total_s % DAY_S) / HOUR_S);
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor((total_s % HOUR_S) / 60);
  const clock = `${hours || days ? `${days ? two(hours) : hours}:${two(minutes)}` : minutes}:${two(total_s % 60)}`;
  return { days, clock };
}
