import { useFetchers, useNavigation } from 'react-router';
import { useWords } from '#web/live/use-words.ts';

/** The 2 px bar and the full-page spinner while a request is in flight; CSS delays both so that they don't flash. */
export function Loading() {
  const { t } = useWords();
  const navigation = useNavigation();
  const sending = useFetchers().some((fetcher) => fetcher.state === 'submitting');
  if (navigation.state === 'idle' && !sending) return null;
  return (
    <>
      {navigation.state === 'idle' ? null : <div className="progress-bar" />}
      <div className="spinner-page" role="status" aria-label={t('frame.loading')}>
        <span className="spinner" />
      </div>
    </>
  );
}
