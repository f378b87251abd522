import { useEffect, useSyncExternalStore } from 'react';
import { useFetchers, useLocation, useNavigation } from 'react-router';
import { clearErrors } from '#web/forms/clear-errors.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { isLost, onConnection } from '#web/live/connection.ts';
import { useSaid } from '#web/live/said/use-said.ts';

const LONG_MS = 1000;

/**
 * The 2 px bar while a page loads and the full-page spinner during any request; CSS delays both so that they
 * don't flash. Background polling does not count, and a lost connection ends both. Another page that takes longer is
 * outlined; a list that is filtered or paged stays where it is (layout.css). Screen readers hear of one that takes a second.
 */
export function Loading() {
  const { t } = useI18n();
  const lost = useSyncExternalStore(onConnection, isLost, () => false);
  const { pathname } = useLocation();
  const { state, location, formMethod } = useNavigation();
  const moving = state !== 'idle';
  const asking = useFetchers().some(({ state }) => state !== 'idle');
  const loading = moving || asking;
  useEffect(() => {
    if (loading) clearErrors();
  }, [loading]);
  useSaid(loading && !lost ? t('shell.loading') : null, { after_ms: LONG_MS });
  if (!loading || lost) return null;
  return (
    <>
      {moving ? <div className="progress-bar" /> : null}
      {moving && !formMethod && location.pathname !== pathname ? <Skeleton /> : null}
      <div className="spinner-page" aria-hidden="true">
        <span className="spinner" />
      </div>
    </>
  );
}

function Skeleton() {
  return (
    <div className="skeleton" aria-hidden="true">
      <div className="container stack">
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  );
}
