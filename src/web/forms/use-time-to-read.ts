import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** In less than this nobody has read a record that a decision led on to. */
const READ_MS = 1000;

/** The page of the record that was decided last in this tab: another one that comes next was not chosen by its reader. */
let decidedAt: string | undefined;

/**
 * For the form that decides about the record of the list beside it. `mayDecide` is false until the record that the decision
 * before led on to has been on the screen for a second, which a second press of the same key or button doesn't wait for.
 */
export function useTimeToRead() {
  const { pathname } = useLocation();
  const shownAt = useRef(-Infinity);
  const [tooSoon, setTooSoon] = useState(false);
  useLayoutEffect(() => {
    // After a confirmation of who decides, the same record is on the screen again.
    if (decidedAt === undefined || decidedAt === pathname) return;
    shownAt.current = performance.now();
    decidedAt = undefined;
  }, [pathname]);
  const mayDecide = useCallback(() => {
    const read = performance.now() - shownAt.current >= READ_MS;
    setTooSoon(!read);
    if (read) decidedAt = pathname;
    return read;
  }, [pathname]);
  return { tooSoon, mayDecide };
}
