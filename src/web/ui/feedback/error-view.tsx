import { href } from 'react-router';
import type { Text } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Mark } from '#web/ui/display/mark.tsx';

interface Props {
  status: number;
  message: Text | undefined;
}

/** The error page: what happened and, for a page that does not exist, a link home. */
export function ErrorView({ status, message }: Props) {
  const { t, formatMessage } = useI18n();
  const missing = status === 404;
  return (
    <main className="simple error-view" id="main" tabIndex={-1}>
      <Mark />
      <p className="error-status">{status}</p>
      <h1>{message ? formatMessage(message) : missing ? t('error.missing') : t('error.title')}</h1>
      {missing ? (
        <>
          {message ? <p>{t('error.missing')}</p> : null}
          <p>
            <a className="button" data-variant="primary" data-size="medium" href={href('/')}>
              {t('error.home')}
            </a>
          </p>
        </>
      ) : (
        <p>{t('error.rendering')}</p>
      )}
    </main>
  );
}
