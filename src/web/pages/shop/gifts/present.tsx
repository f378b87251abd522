import type { Reply } from '#contracts/call.ts';
import type { getGift } from '#contracts/shop/gifts.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Qr } from '#web/ui/display/qr/qr.tsx';
import { qrPath } from '#web/ui/display/qr/qr-path.ts';
import { Time } from '#web/ui/display/time.tsx';
import { Wrapped } from './open/wrapped.tsx';
import { ShareButton } from './share-button.tsx';
import '#web/styles/gift.css';

type Printable = Reply<typeof getGift>['data'];

/** With its QR code, which the server draws, and what becomes of its mail. */
export const withQr = (gift: Printable, now: Date) => ({
  ...gift,
  qr: gift.url ? qrPath(gift.url) : null,
  mail: gift.mailed ? mailOf(gift, now) : null,
});

function mailOf({ send_at, unsent, created_at }: Printable, now: Date) {
  if (!unsent) return { of: 'gift.mailed', at: send_at ?? created_at } as const;
  return send_at && Date.parse(send_at) > now.getTime()
    ? ({ of: 'gift.mailed_on', at: send_at } as const)
    : ({ of: 'gift.mailed_soon', at: created_at } as const);
}

/** A gift as its recipient gets it, to print on a sheet of A6 or to send: its link as text and as a QR code, not the code itself. */
export function Present({ gift }: { gift: ReturnType<typeof withQr> }) {
  const { t } = useI18n();
  const { card, qr, url, mail } = gift;
  return (
    <div className="gift-sheet">
      <Wrapped card={card} heading="h2">
        {qr && url ? (
          <>
            <div className="gift-scan">
              <Qr drawing={qr} label={t('gift.qr')} />
              <div className="stack small">
                <p>{t('gift.scan')}</p>
                <p>
                  <FormattedMessage of="gift.valid" parts={{ day: <Time at={gift.expires_at} day /> }} />
                </p>
              </div>
            </div>
            <Copyable label={t('gift.link')} value={url} />
            <ShareButton url={url} giver={card.giver} />
            {mail ? (
              <p className="small no-print">
                <FormattedMessage of={mail.of} parts={{ at: <Time at={mail.at} /> }} />
              </p>
            ) : null}
          </>
        ) : (
          <p>{t(`gift.state.${gift.state}`)}</p>
        )}
      </Wrapped>
    </div>
  );
}
