import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import type { CartItem } from '#contracts/cart.ts';
import type { Funds } from '#contracts/shapes.ts';
import { message } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { showToast } from '#web/live/toasts.ts';
import type { Refusal } from '#web/server/api.ts';
import { CardFace } from '#web/ui/card/card-face.tsx';
import type { CardTheme } from '#web/ui/card/card-theme.ts';
import { FundsTerms } from '#web/ui/card/funds-terms.tsx';
import { Icon } from '#web/ui/display/icon.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Tag } from '#web/ui/display/tag.tsx';

interface Props {
  item: CartItem;
  theme: CardTheme;
  funds: Funds | null;
  /** Removal in progress: hidden at once, and shown again if the server rejects it. */
  gone: boolean;
}

export function CartLine({ item, theme, funds, gone }: Props) {
  const { t, country, face } = useI18n();
  const fetcher = useFetcher<{ refusal?: Refusal }>();
  const refusal = fetcher.data?.refusal;
  useEffect(() => {
    if (refusal && !refusal.toasted)
      showToast({ type: 'error', title: message('cart.still_in'), content: refusal.message });
  }, [refusal]);
  return (
    <li className="cart-line" hidden={gone} data-status={item.status}>
      <CardFace {...item} programme={item.programme.name} theme={theme} />
      <div>
        <h2>
          {item.programme.name} <span className="money">{face(item.face_cents, item.currency)}</span>
        </h2>
        <p className="muted small">
          {item.level}, {country(item.country)}
        </p>
        <FundsTerms funds={funds} currency={item.currency} />
        {item.status === 'available' ? null : <Tag tone="bad">{t(`cart.${item.status}_tag`)}</Tag>}
        {item.status === 'available' && item.expires_on && item.ends_soon ? (
          <Tag tone="warn">{t('card.ends_soon', { day: { at: item.expires_on, day: true } })}</Tag>
        ) : null}
      </div>
      <Money cents={item.price_cents} />
      <fetcher.Form method="post">
        <input type="hidden" name="remove" value={item.id} />
        <button type="submit" className="icon-button" aria-label={t('cart.remove', { name: item.programme.name })}>
          <Icon name="cross" size={18} />
        </button>
      </fetcher.Form>
    </li>
  );
}
