import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { DAY_MS } from '#contracts/time-units.ts';

const MAX_MS = DAY_MS;

/** Revalidates the page once, `ms` after its last load: for changes caused by time alone. Null: never. */
export function useRevalidateAfter(ms: number | null, read_at: string): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // `read_at` is only a dependency: each load of the page restarts the timer.
    if (ms === null || ms > MAX_MS) return;
    const timer = setTimeout(() => void revalidate(), Math.max(1_000, ms));
    return () => clearTimeout(timer);
  }, [ms, read_at, revalidate]);
}
