import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Opens the details that the hash points into and scrolls there: browsers do so only on page load. */
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
