import { useEffect, useRef, useState } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { Icon } from '#web/ui/display/icon.tsx';
import { Qr } from '#web/ui/display/qr/qr.tsx';
import type { Barcode } from './draw-code.ts';
import { inFours } from './in-fours.ts';

export interface Secret {
  code: string | null;
  pin: string | null;
  url: string | null;
  barcode?: Barcode | null;
}

interface Props {
  secret: Secret;
  /** Not when several appear at once. */
  focused?: boolean;
}

/** A revealed code. It is printed only if its own button is pressed. */
export function SecretView({ secret, focused = true }: Props) {
  const { t } = useI18n();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focused) box.current?.focus();
  }, [focused]);
  return (
    <section className="secret stack" aria-label={t('card.code')} tabIndex={-1} ref={box}>
      {secret.code ? <Copyable label={t('card.code')} value={secret.code} shown={inFours(secret.code)} /> : null}
      {secret.pin ? <Copyable label={t('card.pin')} value={secret.pin} /> : null}
      {secret.url ? (
        <>
          <Copyable label={t('card.claim_link')} value={secret.url} />
          <a href={secret.url} rel="noreferrer noopener" target="_blank">
            {t('card.open_claim_link')}
          </a>
        </>
      ) : null}
      {secret.barcode ? <BarcodeView barcode={secret.barcode} /> : null}
      <PrintCard />
    </section>
  );
}

/** Dark on white in both themes, with the quiet zone that scanners need. */
export function BarcodeView({ barcode }: { barcode: Barcode }) {
  const { t } = useI18n();
  if (barcode.kind === 'qr') return <Qr drawing={barcode.drawing} label={t('card.barcode')} />;
  return (
    <svg
      className="barcode"
      viewBox={`-10 -0.05 ${barcode.width + 20} 1.1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('card.barcode')}
      shapeRendering="crispEdges"
    >
      <rect x="-10" y="-0.05" width={barcode.width + 20} height="1.1" fill="#fff" />
      <path d={barcode.path} fill="#10201a" />
    </svg>
  );
}

/** Prints the page with this card's code, which other prints leave out. */
function PrintCard() {
  const { t } = useI18n();
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const print = (button: HTMLElement) => {
    const card = button.closest('.bought-card, .present');
    if (!card) return;
    card.setAttribute('data-printed', '');
    window.print();
    card.removeAttribute('data-printed');
  };
  return (
    <div hidden={!ready}>
      <Button type="button" variant="secondary" size="small" onClick={(event) => print(event.currentTarget)}>
        <Icon name="print" size={16} />
        {t('card.print')}
      </Button>
    </div>
  );
}
