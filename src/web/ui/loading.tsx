import { useFetchers, useNavigation } from 'react-router';

/** The 2 px bar and the full-page spinner while a request is in flight; CSS delays both so that they don't flash. */
export function Loading() {
  const navigation = useNavigation();
  const sending = useFetchers().some((fetcher) => fetcher.state === 'submitting');
  if (navigation.state === 'idle' && !sending) return null;
  return (
    <>
      {navigation.state === 'idle' ? null : <div className="progress-bar" />}
      <div className="spinner-page" role="status" aria-label="Loading">
        <span className="spinner" />
      </div>
    </>
  );
}
