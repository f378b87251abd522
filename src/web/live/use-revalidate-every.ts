import { useEffect } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import { isLost } from './connection.ts';

/** Reads the page's data again every `every_ms` while `on`; not in a hidden tab or without a connection, never twice at once. */
export function useRevalidateEvery(on: boolean, every_ms: number): void {
  const { revalidate } = useRevalidator();
  // Reading again would start a navigation under way anew.
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
