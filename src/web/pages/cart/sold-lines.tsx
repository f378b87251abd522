import { Form } from 'react-router';
import type { CartItem } from '#contracts/cart.ts';
import { formatFace } from '#web/format.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';

/** Names what others bought meanwhile, and clears it away in one press. */
export function SoldLines({ items }: { items: CartItem[] }) {
  const names = items.map((item) => `${item.programme.name} ${formatFace(item.face_cents, item.currency)}`);
  return (
    <Alert tone="warn">
      <p>
        Sold meanwhile: <strong>{names.join(', ')}</strong>. {items.length === 1 ? 'It is' : 'They are'} not part of the
        total.
      </p>
      <Form method="post">
        <input type="hidden" name="remove" value={items.map((item) => item.id).join(',')} />
        <Button look="secondary" size="small">
          Remove what was sold
        </Button>
      </Form>
    </Alert>
  );
}
