import type { ReactNode } from 'react';
import type { Reply } from '#contracts/call.ts';
import type { previewGift } from '#contracts/shop/gifts.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { CardFace } from '#web/ui/card/card-face.tsx';

export type Shown = NonNullable<Reply<typeof previewGift>['data']['card']>;

interface Props {
  card: Shown;
  /** `h2` below the heading of a page that shows it to its giver. */
  heading?: 'h1' | 'h2';
  children: ReactNode;
}

/** A gift in its paper: who gives it, the face of the card and the message, then what can be done with it. */
export function Wrapped({ card, heading: Heading = 'h1', children }: Props) {
  const { t } = useI18n();
  const { giver, message, design, programme } = card;
  return (
    <article className="gift" data-design={design}>
      <header className="gift-head">
        {design === 'card' ? null : <p className="gift-wish">{t(`gift.design.${design}`)}</p>}
        <Heading>{giver ? t('gift.from', { giver }) : t('gift.open_title')}</Heading>
      </header>
      <div className="gift-face">
        <CardFace {...card} programme={programme.name} theme={programme} />
      </div>
      {message ? <blockquote className="lines gift-message">{message}</blockquote> : null}
      <div className="gift-body stack">{children}</div>
    </article>
  );
}
