import { useState } from 'react';
import { useSubmit } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Live } from '#web/ui/feedback/live.tsx';
import { type Refused, subscribeBrowser } from './subscribe-browser.ts';

/** Turns push notifications on in this browser: only it can ask for the permission and make the keys. */
export function ThisBrowser({ public_key }: { public_key: string }) {
  const { t } = useI18n();
  const submit = useSubmit();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  async function turnOn() {
    setBusy(true);
    const subscribed = await subscribeBrowser(public_key);
    setBusy(false);
    if (typeof subscribed === 'string') return setRefused(subscribed);
    setRefused(undefined);
    await submit({ intent: 'subscribe', ...subscribed }, { method: 'post' });
  }
  return (
    <div className="stack needs-script">
      <Live>{refused ? <Alert tone="warn">{t(`push.refused.${refused}`)}</Alert> : null}</Live>
      <div>
        <Button type="button" variant="secondary" busy={busy} onClick={() => void turnOn()}>
          {t('push.turn_on')}
        </Button>
      </div>
    </div>
  );
}
