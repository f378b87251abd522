import { href } from 'react-router';
import type { Text } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Wordmark } from '#web/ui/display/mark.tsx';
import { WaysOn } from './ways-on.tsx';

interface Props {
  status: number;
  message: Text | undefined;
  /** A menu with the shop's logo is above it. */
  framed: boolean;
}

/** The error page: what happened and, for a page that does not exist, the ways to what people look for. */
export function ErrorView({ status, message, framed }: Props) {
  const { t, formatMessage } = useI18n();
  const missing = status === 404;
  return (
    <main className="simple error-view" id="main" tabIndex={-1}>
      {framed ? null : (
        <p className="wordmark">
          <Wordmark />
        </p>
      )}
      <p className="error-status">{status}</p>
      <h1>{message ? formatMessage(message) : missing ? t('error.missing') : t('error.title')}</h1>
      {missing ? (
        <>
          {message ? <p>{t('error.missing')}</p> : null}
          <WaysOn />
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
