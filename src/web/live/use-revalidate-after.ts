import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

const MOST_MS = 86_400_000;

/** Reads the page's data again once, `ms` after it was read last: for what time alone changes. Null: not at all. */
export function useRevalidateAfter(ms: number | null, read_at: string): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // `read_at` is a dependency alone: each reading of the page starts the wait anew.
    if (ms === null || ms > MOST_MS) return;
    const timer = setTimeout(() => void revalidate(), Math.max(1_000, ms));
    return () => clearTimeout(timer);
  }, [ms, read_at, revalidate]);
}
