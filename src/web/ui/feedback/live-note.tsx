import { useSyncExternalStore } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { isLost, onConnection } from '#web/live/connection.ts';
import { useLiveState } from '#web/live/live-state.ts';

/** A discreet note that live updates are paused. CSS shows it only if the pause lasts. */
export function LiveNote() {
  const { t } = useI18n();
  // In that case the page already says that the shop can't be reached.
  const unreachable = useSyncExternalStore(onConnection, isLost, () => false);
  return useLiveState() === 'lost' && !unreachable ? (
    <p className="live-note small" role="status">
      {t('live.lost')}
    </p>
  ) : null;
}
