import { useI18n } from '#web/i18n/use-i18n.ts';
import type { ToastMessage } from '#web/server/cookies/flash.ts';
import { Icon } from '#web/ui/display/icon.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

interface Props extends Omit<ToastMessage, 'link' | 'about'> {
  link: string | undefined;
  onClose?: () => void;
}

/** A short message at the edge of the page; it can't be closed before the scripts run. */
export function Toast({ type, title, content, link, onClose }: Props) {
  const { t, formatMessage } = useI18n();
  return (
    <div className="toast" data-type={type}>
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
