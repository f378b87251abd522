import { useSyncExternalStore } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { isLost, onConnection } from '#web/live/connection.ts';
import { useLiveState } from '#web/live/live-state.ts';

/** Says quietly that this page does not change by itself right now. CSS shows it only when that lasts. */
export function LiveNote() {
  const { t } = useI18n();
  // Then the page says already that nothing works.
  const unreachable = useSyncExternalStore(onConnection, isLost, () => false);
  return useLiveState() === 'lost' && !unreachable ? (
    <p className="live-note small" role="status">
      {t('live.lost')}
    </p>
  ) : null;
}
