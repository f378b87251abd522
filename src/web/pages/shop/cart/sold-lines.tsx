import { Form } from 'react-router';
import type { CartItem } from '#contracts/cart.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';

/** Lists the items since bought by others, with one button to remove them all. */
export function SoldLines({ items }: { items: CartItem[] }) {
  const { t, face } = useI18n();
  const names = items.map((item) => `${item.programme.name} ${face(item.face_cents, item.currency)}`);
  return (
    <Alert tone="warn">
      <p>
        <FormattedMessage
          of="cart.sold"
          values={{ names: names.join(', '), count: items.length }}
          parts={{ strong: <strong /> }}
        />
      </p>
      <Form method="post">
        <input type="hidden" name="remove" value={items.map((item) => item.id).join(',')} />
        <Button variant="secondary" size="small">
          {t('cart.remove_sold')}
        </Button>
      </Form>
    </Alert>
  );
}
