import { useSyncExternalStore } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { isLost, onConnection } from '#web/live/connection.ts';
import { useLiveState } from '#web/live/live-state.ts';
import { useSaid } from '#web/live/said/use-said.ts';

/** So long CSS waits, too. */
const LASTS_MS = 5000;

/** A discreet note that live updates are paused. CSS shows it only if the pause lasts. */
export function LiveNote() {
  const { t } = useI18n();
  // In that case the page already says that the shop can't be reached.
  const unreachable = useSyncExternalStore(onConnection, isLost, () => false);
  const said = useLiveState() === 'lost' && !unreachable ? t('live.lost') : null;
  useSaid(said, { after_ms: LASTS_MS });
  return said ? <p className="live-note small">{said}</p> : null;
}
