import { useCallback, useEffect, useRef, useState } from 'react';
import { useFetchers, useNavigation, useRevalidator } from 'react-router';
import { useRootData } from '#web/root-data/use-root-data.ts';

const GATHER_MS = 100;

/**
 * Revalidates the page if its data is older than the event with that number: once for many events, when nothing else
 * is loading, and not in a hidden tab.
 */
export function useRevalidateOnEvent(): (seq: number) => void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const sending = useFetchers().some((fetcher) => fetcher.state !== 'idle');
  const hidden = useHidden();
  const known = useRootData()?.live?.seq ?? 0;
  const page = useRef({ known, newest: 0 });
  page.current.known = known;
  const [due, setDue] = useState(false);
  const busy = state !== 'idle' || navigation.state !== 'idle' || sending;
  useEffect(() => {
    if (!due || busy || hidden) return;
    const timer = setTimeout(() => {
      const { newest, known } = page.current;
      page.current.newest = 0;
      setDue(false);
      if (newest > known) void revalidate();
    }, GATHER_MS);
    return () => clearTimeout(timer);
  }, [due, busy, hidden, revalidate]);
  return useCallback((seq) => {
    page.current.newest = Math.max(page.current.newest, seq);
    setDue(true);
  }, []);
}

function useHidden(): boolean {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const update = () => setHidden(document.hidden);
    update();
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return hidden;
}
