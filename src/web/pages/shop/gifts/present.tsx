import type { Reply } from '#contracts/call.ts';
import type { getGift } from '#contracts/shop/gifts.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { CardFace } from '#web/ui/card/card-face.tsx';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Qr } from '#web/ui/display/qr/qr.tsx';
import { qrPath } from '#web/ui/display/qr/qr-path.ts';
import { Time } from '#web/ui/display/time.tsx';

type Printable = Reply<typeof getGift>['data'];

/** With its QR code, which the server draws. */
export const withQr = (gift: Printable) => ({ ...gift, qr: gift.url ? qrPath(gift.url) : null });

/** A gift to print: its link as text and as a QR code, not the code itself. */
export function Present({ gift }: { gift: ReturnType<typeof withQr> }) {
  const { t } = useI18n();
  const { card, qr, url } = gift;
  return (
    <section className="panel present">
      <CardFace {...card} programme={card.programme.name} theme={card.programme} />
      <div className="stack">
        {card.message ? <p className="lines present-message">{card.message}</p> : null}
        {qr && url ? (
          <>
            <p>{t('gift.scan')}</p>
            <Qr drawing={qr} label={t('gift.qr')} />
            <Copyable label={t('gift.link')} value={url} />
            <p className="small">
              <FormattedMessage of="gift.valid" parts={{ day: <Time at={gift.expires_at} day /> }} />
            </p>
          </>
        ) : (
          <p>{t(`gift.state.${gift.state}`)}</p>
        )}
      </div>
    </section>
  );
}
