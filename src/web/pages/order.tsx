import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getOrder, returnCard, revealCard } from '#contracts/orders.ts';
import { attempt, read } from '#web/api.ts';
import { readForm, refusedField } from '#web/form-data.ts';
import { titled } from '#web/titled.ts';
import { Money } from '#web/ui/money.tsx';
import { OrderStatus } from '#web/ui/order-rows.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Time } from '#web/ui/time.tsx';
import { BoughtCard } from './order/bought-card.tsx';

export const meta = titled('Order');

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const { data: order } = await read({ context, url }, getOrder, { params: { id: params.id ?? '' } });
  return { order, now: new Date().toISOString() };
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const field = await readForm(request);
  const where = { context, url };
  const card_id = field('card_id');
  const input = { params: { id: params.id ?? '', card_id } };
  const refusal = (said: { status: number }) => data({ card_id, refusal: said }, { status: said.status });
  if (field('intent') === 'return') {
    const outcome = await attempt(where, returnCard, { ...input, idempotencyKey: `return:${params.id}:${card_id}` });
    return outcome.ok ? data({ card_id, returned: true }) : refusal(outcome.refusal);
  }
  if (field('consent_now') !== 'on' || field('consent_final') !== 'on')
    return refusal(
      refusedField('consent', 'Tick both boxes: the code is delivered now, and the card can no longer be returned.'),
    );
  const outcome = await attempt(where, revealCard, { ...input, body: { consent: true } });
  if (!outcome.ok) return refusal(outcome.refusal);
  return data({ card_id, secret: outcome.reply.data }, { headers: { 'cache-control': 'no-store' } });
}

export default function Order() {
  const { order, now } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={`Order ${order.number}`}
        lead={
          <>
            Placed <Time at={order.created_at} /> for <Money cents={order.total_cents} />
          </>
        }
      >
        <OrderStatus status={order.status} />
      </PageHead>
      <ul className="stack">
        {order.cards.map((card) => (
          <li key={card.id}>
            <BoughtCard card={card} now={now} />
          </li>
        ))}
      </ul>
    </>
  );
}
