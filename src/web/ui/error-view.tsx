import { useWords } from '#web/live/use-words.ts';
import type { Text } from '#words/say.ts';
import { Mark } from './mark.tsx';

interface Props {
  status: number;
  message: Text | undefined;
}

/** The error page: what happened, and on a page that isn't there the way home. */
export function ErrorView({ status, message }: Props) {
  const { t, tell } = useWords();
  const missing = status === 404;
  return (
    <main className="simple error-view" id="main" tabIndex={-1}>
      <Mark />
      <p className="error-status">{status}</p>
      <h1>{message ? tell(message) : missing ? t('error.missing') : t('error.title')}</h1>
      {missing ? (
        <>
          {message ? <p>{t('error.missing')}</p> : null}
          <p>
            <a className="button" data-look="primary" data-size="medium" href="/">
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
