import { createElement, type HTMLAttributes, useEffect, useRef } from 'react';
import { announce } from '#web/live/said/announce.ts';

interface Props extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'ol' | 'p' | 'section' | 'span';
}

/**
 * A part of the page whose text is announced when it changes, by the page's one live region; what stands there from the
 * start is read with the page. Rendered where it stays, as only its own changes are seen.
 */
export function Live({ as = 'div', ...rest }: Props) {
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    const box = part.current;
    if (!box) return;
    // biome-ignore lint/performance/useDomNodeTextContent: words of neighbouring blocks stay apart
    const textOf = () => box.innerText.replace(/\s+/g, ' ').trim();
    let last = textOf();
    const observer = new MutationObserver(() => {
      const text = textOf();
      if (text && text !== last) announce(text);
      last = text;
    });
    observer.observe(box, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, []);
  return createElement(as, { ...rest, ref: part });
}
