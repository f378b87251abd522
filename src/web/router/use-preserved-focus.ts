import { useEffect } from 'react';

/**
 * Where what had the focus goes away (a line that was removed, a form that gave way to its result), the nearest part of
 * the page around it takes the focus: the keyboard goes on from there and not from the top of the page.
 */
export function usePreservedFocus(): void {
  useEffect(() => {
    let path: HTMLElement[] = [];
    const note = (event: FocusEvent) => {
      path = event.composedPath().filter((one) => one instanceof HTMLElement);
    };
    // Whoever left it by hand wants nothing kept; what is being removed is left too, and is gone a moment later.
    const forget = () => {
      const [left] = path;
      setTimeout(() => {
        if (path[0] === left && document.activeElement !== left && isThere(left)) path = [];
      });
    };
    const restore = () => {
      const [lost] = path;
      const { activeElement } = document;
      if (!lost || isThere(lost) || (activeElement !== lost && activeElement !== document.body)) return;
      path = path.filter(isThere);
      const home = path[0] === document.body || !path[0] ? document.getElementById('main') : path[0];
      if (home) focusPart(home);
    };
    const observer = new MutationObserver(restore);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['hidden'] });
    document.addEventListener('focusin', note);
    document.addEventListener('focusout', forget);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('focusout', forget);
    };
  }, []);
}

const isThere = (element: HTMLElement | undefined) => Boolean(element?.isConnected && element.checkVisibility());

/** Gives the focus to what takes none by itself, for as long as it has it. */
function focusPart(part: HTMLElement): void {
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1;
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  }
  part.focus({ preventScroll: true });
}
