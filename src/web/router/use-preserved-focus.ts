import { useEffect } from 'react';

/**
 * When the focused element disappears (a removed line, a form replaced by its result), the nearest part of the page
 * around it takes the focus, so keyboard users continue from there and not from the top of the page.
 */
export function usePreservedFocus(): void {
  useEffect(() => {
    let path: HTMLElement[] = [];
    const note = (event: FocusEvent) => {
      path = event.composedPath().filter((one) => one instanceof HTMLElement);
    };
    // A user who moves the focus away wants nothing restored; an element being removed also blurs, just before it goes.
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

/** Makes an element focusable for as long as it has the focus. */
function focusPart(part: HTMLElement): void {
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1;
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  }
  part.focus({ preventScroll: true });
}
