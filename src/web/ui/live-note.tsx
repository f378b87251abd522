import { useSyncExternalStore } from 'react';
import { isLost, onConnection } from '#web/live/connection.ts';
import { useLiveState } from '#web/live/live-state.ts';
import { useWords } from '#web/live/use-words.ts';

/** Says quietly that this page does not change by itself right now. CSS shows it only when that lasts. */
export function LiveNote() {
  const { t } = useWords();
  // Then the page says already that nothing works.
  const unreachable = useSyncExternalStore(onConnection, isLost, () => false);
  return useLiveState() === 'lost' && !unreachable ? (
    <p className="live-note small" role="status">
      {t('live.lost')}
    </p>
  ) : null;
}
