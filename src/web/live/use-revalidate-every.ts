import { useEffect } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import { isLost } from './connection.ts';

/** Revalidates the page every `every_ms` while `on`; not in a hidden tab, not offline, and never twice at once. */
export function useRevalidateEvery(on: boolean, every_ms: number): void {
  const { revalidate } = useRevalidator();
  // Revalidating would restart a navigation in progress.
  const still = useNavigation().state === 'idle';
  useEffect(() => {
    if (!on || !still) return;
    let timer: ReturnType<typeof setTimeout>;
    let ended = false;
    const wait = () => {
      if (!ended) timer = setTimeout(tick, every_ms);
    };
    const tick = () => {
      if (document.hidden || isLost()) wait();
      else void revalidate().finally(wait);
    };
    wait();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [on, every_ms, revalidate, still]);
}
