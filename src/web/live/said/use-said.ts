import { useEffect } from 'react';
import { announce } from './announce.ts';

/** Announces a text when it appears or changes, if it stays for some time; none says nothing. */
export function useSaid(text: string | null, { urgent = false, after_ms = 0 } = {}): void {
  useEffect(() => {
    if (!text) return;
    if (!after_ms) return announce(text, { urgent });
    const timer = setTimeout(() => announce(text, { urgent }), after_ms);
    return () => clearTimeout(timer);
  }, [text, urgent, after_ms]);
}
