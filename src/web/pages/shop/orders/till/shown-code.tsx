import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { inFours } from '#web/pages/shop/orders/order/in-fours.ts';
import { BarcodeView, type Secret } from '#web/pages/shop/orders/order/secret-view.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { CopyButton } from '#web/ui/controls/copy-button.tsx';

/** The code as large as the screen allows, dark on white; the screen stays on meanwhile where the browser can do that. */
export function ShownCode({ secret, busy }: { secret: Secret; busy: boolean }) {
  const { t } = useI18n();
  const { code, pin, url, barcode } = secret;
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  useEffect(() => {
    // A browser that refuses, for a low battery say, only lets the screen go dark as it always does.
    const lock = navigator.wakeLock?.request('screen').catch(() => undefined);
    return () => void lock?.then((held) => held?.release());
  }, []);
  return (
    <section className="till-code stack" aria-label={t('card.code')} tabIndex={-1} ref={box}>
      {barcode ? <BarcodeView barcode={barcode} /> : null}
      {code ? <output className="till-digits">{inFours(code)}</output> : null}
      {pin ? (
        <p className="till-pin">
          {t('card.pin')} <strong>{pin}</strong>
        </p>
      ) : null}
      {url ? (
        <a href={url} rel="noreferrer noopener" target="_blank">
          {t('card.open_claim_link')}
        </a>
      ) : null}
      <div className="row">
        {code ? <CopyButton text={code} label={t('card.code')} /> : null}
        <Form method="post" className="push">
          <Button name="intent" value="used" variant="secondary" size="small" busy={busy}>
            {t('wallet.mark_used')}
          </Button>
        </Form>
      </div>
    </section>
  );
}
