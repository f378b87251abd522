import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { announce, listSaid, noneSaid, onSaid } from '#web/live/said/announce.ts';
import { dismissToast, listToasts, noToasts, onToasts, pauseToasts, showToast } from '#web/live/toasts.ts';
import type { ToastMessage } from '#web/server/cookies/flash.ts';
import { Toast } from './toast.tsx';

/**
 * The page's one live region, in an urgent part and a calm one: toasts at the top right, and, out of sight, what is announced
 * anywhere (announce.ts). A toast that came with the page also shows without JavaScript.
 */
export function Announcer({ flash }: { flash: ToastMessage | null }) {
  const { t } = useI18n();
  useArrival();
  useEffect(() => {
    if (flash) showToast(flash);
  }, [flash]);
  return (
    <section
      className="toaster"
      aria-label={t('toast.region')}
      onPointerEnter={() => pauseToasts(true)}
      onPointerLeave={() => pauseToasts(false)}
      onFocus={() => pauseToasts(true)}
      onBlur={() => pauseToasts(false)}
    >
      <Part flash={flash} urgent />
      <Part flash={flash} urgent={false} />
    </section>
  );
}

const isUrgent = ({ type }: ToastMessage) => type === 'error' || type === 'warning';

/** Each text is said by itself as it comes, without those that stand there already. */
function Part({ flash, urgent }: { flash: ToastMessage | null; urgent: boolean }) {
  const toasts = useSyncExternalStore(onToasts, listToasts, noToasts);
  const said = useSyncExternalStore(onSaid, listSaid, noneSaid);
  const first = flash && toasts === noToasts() && isUrgent(flash) === urgent ? flash : null;
  return (
    <div role={urgent ? 'alert' : 'status'} aria-atomic="false">
      {first ? <Toast {...first} link={first.link} /> : null}
      {toasts
        .filter((toast) => isUrgent(toast) === urgent)
        .map(({ id, type, title, content, link }) => (
          <Toast key={id} type={type} title={title} content={content} link={link} onClose={() => dismissToast(id)} />
        ))}
      <p className="visually-hidden">
        {said.map((one) => (one.urgent === urgent ? <span key={one.id}>{one.text} </span> : null))}
      </p>
    </div>
  );
}

/** After each navigation: says which page it is, and moves the focus to its content. */
function useArrival(): void {
  const { pathname, search } = useLocation();
  const last = useRef({ pathname, search });
  useEffect(() => {
    const { current } = last;
    last.current = { pathname, search };
    if (current.pathname === pathname && current.search === search) return;
    announce(document.title);
    // Filtering or paging a list leaves the focus on the control that was used; a page's own choice of a field wins.
    const chosen = document.activeElement?.matches('#main :is(input, select, textarea)');
    if (current.pathname !== pathname && !chosen) document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, search]);
}
