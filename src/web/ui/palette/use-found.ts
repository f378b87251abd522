import { useEffect, useState } from 'react';
import type { Found } from './book.ts';

/** Letters that are typed at once are one question. */
const TYPING_MS = 30;
const MIN_LETTERS = 2;

/** What the shop finds for a text; what was found for the one before stays until then. */
export function useFound(page: string, q: string): { found: readonly Found[]; searching: boolean } {
  const [found, setFound] = useState<{ q: string; data: readonly Found[] }>({ q: '', data: [] });
  const asks = q.length >= MIN_LETTERS;
  useEffect(() => {
    if (!asks) return;
    const asked = new AbortController();
    const timer = setTimeout(() => {
      search(page, q, asked.signal).then(
        (data) => setFound({ q, data }),
        // A search that fails finds nothing: the screens are still there.
        () => asked.signal.aborted || setFound({ q, data: [] }),
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [page, q, asks]);
  return { found: asks ? found.data : [], searching: asks && found.q !== q };
}

async function search(page: string, q: string, signal: AbortSignal): Promise<Found[]> {
  const response = await fetch(`${page}?${new URLSearchParams({ q })}`, { signal });
  if (!response.ok) throw new Error(`search: ${response.status}`);
  return ((await response.json()) as { data: Found[] }).data;
}
