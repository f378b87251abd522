import { useEffect, useSyncExternalStore } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { dismissToast, listToasts, noToasts, onToasts, pauseToasts, showToast } from '#web/live/toasts.ts';
import type { ToastMessage } from '#web/server/cookies/flash.ts';
import { Icon } from '#web/ui/display/icon.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

/** Toasts at the top right; one rendered with the page also shows without JavaScript. */
export function Toaster({ flash }: { flash: ToastMessage | null }) {
  const { t } = useI18n();
  const toasts = useSyncExternalStore(onToasts, listToasts, noToasts);
  useEffect(() => {
    if (flash) showToast(flash);
  }, [flash]);
  return (
    <section
      className="toaster"
      aria-label={t('toast.region')}
      aria-live="polite"
      onPointerEnter={() => pauseToasts(true)}
      onPointerLeave={() => pauseToasts(false)}
      onFocus={() => pauseToasts(true)}
      onBlur={() => pauseToasts(false)}
    >
      {flash && toasts === noToasts() ? <Toast {...flash} link={flash.link} /> : null}
      {toasts.map(({ id, type, title, content, link }) => (
        <Toast key={id} type={type} title={title} content={content} link={link} onClose={() => dismissToast(id)} />
      ))}
    </section>
  );
}

interface ToastProps extends Omit<ToastMessage, 'link' | 'about'> {
  link: string | undefined;
  onClose?: () => void;
}

function Toast({ type, title, content, link, onClose }: ToastProps) {
  const { t, formatMessage } = useI18n();
  return (
    <div className="toast" data-type={type} role={type === 'error' || type === 'warning' ? 'alert' : 'status'}>
      <div>
        <strong>{formatMessage(title)}</strong>
        {content ? <p>{formatMessage(content)}</p> : null}
        {link ? <Link to={link}>{t('inbox.open')}</Link> : null}
      </div>
      {onClose ? (
        <button type="button" onClick={onClose} aria-label={t('toast.dismiss')}>
          <Icon name="cross" size={16} />
        </button>
      ) : null}
    </div>
  );
}
