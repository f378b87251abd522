import { Form } from 'react-router';
import type { CartItem } from '#contracts/shop/cart.ts';
import { messageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';

const reasons = [
  { reason: 'sold', text: messageKey('cart.sold') },
  { reason: 'expired', text: messageKey('cart.expired') },
  { reason: 'paused', text: messageKey('cart.paused') },
  { reason: 'withdrawn', text: messageKey('cart.withdrawn') },
] as const;

/** Lists the items that can't be bought any more and why, with one button to remove them all. */
export function UnavailableLines({ items }: { items: CartItem[] }) {
  const { t, face } = useI18n();
  const nameOf = (item: CartItem) => `${item.programme.name} ${face(item.face_cents, item.currency)}`;
  return (
    <Alert tone="warn">
      {reasons.map(({ reason, text }) => {
        const names = items.filter(({ status }) => status === reason).map(nameOf);
        return names.length ? (
          <p key={reason}>
            <FormattedMessage
              of={text}
              values={{ names: names.join(', '), count: names.length }}
              parts={{ strong: <strong /> }}
            />
          </p>
        ) : null;
      })}
      <Form method="post">
        <input type="hidden" name="remove" value={items.map((item) => item.id).join(',')} />
        <Button variant="secondary" size="small">
          {t('cart.remove_unavailable')}
        </Button>
      </Form>
    </Alert>
  );
}
