import { type ReactNode, useEffect } from 'react';
import { useFetcher } from 'react-router';
import type { CartItem } from '#contracts/shop/cart.ts';
import { message } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { showToast } from '#web/live/toasts.ts';
import type { Refusal } from '#web/server/api.ts';
import { Icon } from '#web/ui/display/icon.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import type { Removed } from './undo-remove.tsx';

interface Props {
  item: CartItem;
  /** Which of several equal cards it is. */
  children: ReactNode;
  label: string;
  /** Removal in progress: hidden at once, and shown again if the server rejects it. */
  gone: boolean;
  onRemoved: (removed: Removed) => void;
}

/** A single card with its price and the button that removes it. */
export function CartLine({ item, children, label, gone, onRemoved }: Props) {
  const { t } = useI18n();
  const fetcher = useFetcher<{ refusal?: Refusal; removed?: Removed }>();
  const { refusal, removed } = fetcher.data ?? {};
  useEffect(() => {
    if (refusal && !refusal.toasted)
      showToast({ type: 'error', title: message('cart.still_in'), content: refusal.message });
  }, [refusal]);
  useEffect(() => {
    if (removed) onRemoved(removed);
  }, [removed, onRemoved]);
  return (
    <li className="cart-line" hidden={gone} data-status={item.status}>
      <div>
        {children ? <span>{children}</span> : null}
        {item.status === 'available' ? null : (
          <Tag tone="bad">{t(item.by_value ? 'cart.none_left_tag' : `cart.${item.status}_tag`)}</Tag>
        )}
        {item.status === 'available' && item.expires_on && item.ends_soon ? (
          <Tag tone="warn">{t('card.ends_soon', { day: { at: item.expires_on, day: true } })}</Tag>
        ) : null}
      </div>
      <Money cents={item.price_cents} />
      <fetcher.Form method="post">
        <input type="hidden" name="remove" value={item.id} />
        <button type="submit" className="icon-button" aria-label={label}>
          <Icon name="cross" size={18} />
        </button>
      </fetcher.Form>
    </li>
  );
}
