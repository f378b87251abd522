import { useEffect, useState, useSyncExternalStore } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { followNetwork, isLost, onConnection, tryConnection } from '#web/live/connection.ts';
import { useSaid } from '#web/live/said/use-said.ts';
import { Button } from '#web/ui/controls/button.tsx';

/** Shown on any page when the shop can't be reached; form input is preserved. */
export function ConnectionNotice() {
  const { t } = useI18n();
  const lost = useSyncExternalStore(onConnection, isLost, () => false);
  const [trying, setTrying] = useState(false);
  useEffect(followNetwork, []);
  const onClick = () => {
    setTrying(true);
    void tryConnection().finally(() => setTrying(false));
  };
  const said = lost ? t(navigator.onLine ? 'connection.unreachable' : 'connection.offline') : null;
  useSaid(said, { urgent: true });
  return (
    <div>
      {said ? (
        <div className="connection-notice">
          <p>{said}</p>
          <Button type="button" variant="secondary" size="small" busy={trying} onClick={onClick}>
            {t('connection.retry')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
