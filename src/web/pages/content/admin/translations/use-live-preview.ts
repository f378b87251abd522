import { useEffect, useState } from 'react';
import { href } from 'react-router';

const PAUSE_MS = 300;

/** The HTML of Markdown that is being typed: rendered by the server, as readers will get it, when the typing pauses. */
export function useLivePreview(markdown: string, first: string | undefined): string | undefined {
  const [html, setHtml] = useState(first);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const body = new URLSearchParams({ markdown });
      const request = { method: 'POST', body, redirect: 'manual', signal: stop.signal } as const;
      try {
        const response = await fetch(href('/admin/content/preview'), request);
        if (response.status === 200) setHtml((await response.json()).html);
      } catch {
        // Without a whole answer the last preview stays; saving says what is wrong.
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [markdown]);
  return html;
}
