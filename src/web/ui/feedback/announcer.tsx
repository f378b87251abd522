import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Announces the page to screen readers after each navigation and moves the focus to its content. */
export function Announcer() {
  const { pathname, search } = useLocation();
  const last = useRef({ pathname, search });
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const { current } = last;
    last.current = { pathname, search };
    if (current.pathname === pathname && current.search === search) return;
    setAnnounced(document.title);
    // Filtering or paging a list leaves the focus on the control that was used; a page's own choice of a field wins.
    const chosen = document.activeElement?.matches('#main :is(input, select, textarea)');
    if (current.pathname !== pathname && !chosen) document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, search]);
  return (
    <p className="visually-hidden" role="status">
      {announced}
    </p>
  );
}
