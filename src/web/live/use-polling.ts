import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { useLiveState } from '#web/live/live-state.ts';

/** Without live updates: reads the page's data again every `every_ms` while `on`; not in a hidden tab, and never twice at once. */
export function usePolling(on: boolean, every_ms: number): void {
  const { revalidate, state } = useRevalidator();
  const live = useLiveState() === 'live';
  useEffect(() => {
    if (!on || live || state !== 'idle') return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      if (document.hidden) timer = setTimeout(tick, every_ms);
      else void revalidate();
    };
    timer = setTimeout(tick, every_ms);
    return () => clearTimeout(timer);
  }, [on, live, every_ms, revalidate, state]);
}
