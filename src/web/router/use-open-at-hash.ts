import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Opens the details that the address points into, and goes there: the browser does so only when it loads a page. */
export function useOpenAtHash(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const target = key ? document.getElementById(hash.slice(1)) : null;
    const details = target?.closest('details');
    if (!details) return;
    details.open = true;
    details.scrollIntoView();
    details.querySelector('summary')?.focus({ preventScroll: true });
  }, [hash, key]);
}
