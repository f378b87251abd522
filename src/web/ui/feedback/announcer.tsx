import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Tells a screen reader which page it is on after each navigation, and moves the focus to its content. */
export function Announcer() {
  const { pathname, search } = useLocation();
  const last = useRef({ pathname, search });
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const { current } = last;
    last.current = { pathname, search };
    if (current.pathname === pathname && current.search === search) return;
    setAnnounced(document.title);
    // A filter or another page of a list leaves the focus on what was pressed.
    if (current.pathname !== pathname) document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, search]);
  return (
    <p className="visually-hidden" role="status">
      {announced}
    </p>
  );
}
