import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** A new page takes the focus, so that a keyboard or a screen reader starts at its content and not in the old link. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
}
