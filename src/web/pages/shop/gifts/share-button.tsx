import { useEffect, useState } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';

/** Opens the device's own sheet for sharing with the link of a gift; absent where a browser has none. */
export function ShareButton({ url, giver }: { url: string; giver: string }) {
  const { t } = useI18n();
  const [ready, setReady] = useState(false);
  useEffect(() => setReady('share' in navigator), []);
  // A sheet that was closed without choosing rejects; nothing went wrong then.
  const share = () =>
    navigator
      .share({ title: giver ? t('gift.from', { giver }) : t('gift.open_title'), url })
      .catch((error: unknown) => {
        if (!(error instanceof DOMException && error.name === 'AbortError')) setReady(false);
      });
  return (
    <div className="no-print" hidden={!ready}>
      <Button type="button" variant="secondary" onClick={share}>
        {t('gift.share')}
      </Button>
    </div>
  );
}
