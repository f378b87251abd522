import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getOrder, returnCard, revealCard } from '#contracts/orders.ts';
import { message } from '#i18n/message.ts';
import { readForm, refusedField } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, type Refusal, read } from '#web/server/api.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { PrintButton } from '#web/ui/controls/print-button.tsx';
import { OrderStatus } from '#web/ui/data/order-rows.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { BoughtCard } from './order/bought-card.tsx';
import '#web/styles/buying.css';

export const handle = title('order.number', ({ order }: { order: { number: number } }) => ({
  number: String(order.number),
}));

export async function loader(where: LoaderFunctionArgs) {
  const { data: order } = await read(where, getOrder, { params: { id: where.params.id ?? '' } });
  return withPreserved({ order, now: new Date().toISOString() }, where);
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const field = await readForm(request);
  const where = { context, url };
  const card_id = field('card_id');
  const input = { params: { id: params.id ?? '', card_id } };
  const refusal = (refused: Refusal) => data({ card_id, refusal: refused }, { status: refused.status });
  if (field('intent') === 'return') {
    const outcome = await attempt(where, returnCard, { ...input, idempotencyKey: `return:${params.id}:${card_id}` });
    if (!outcome.ok) return refusal(outcome.refusal);
    return data({ card_id, returned: true, over_limit: outcome.reply.over_limit });
  }
  if (field('consent_now') !== 'on' || field('consent_final') !== 'on')
    return refusal(refusedField('consent', message('order.consent_missing')));
  const preserve = { card_id, consent: 'on' };
  const outcome = await attempt({ ...where, preserve }, revealCard, { ...input, body: { consent: true } });
  if (!outcome.ok) return refusal(outcome.refusal);
  return data({ card_id, secret: outcome.reply.data }, { headers: { 'cache-control': 'no-store' } });
}

export default function Order() {
  const { t } = useI18n();
  const { order, now } = useLoaderData<typeof loader>();
  return (
    <div className="sheet">
      <PageHead
        title={t('order.number', { number: String(order.number) })}
        lead={
          <FormattedMessage
            of="order.placed"
            parts={{ at: <Time at={order.created_at} />, total: <Money cents={order.total_cents} /> }}
          />
        }
      >
        <div className="row">
          <OrderStatus status={order.status} />
          <PrintButton />
        </div>
      </PageHead>
      <ul className="stack">
        {order.cards.map((card) => (
          <li key={card.id}>
            <BoughtCard card={card} now={now} />
          </li>
        ))}
      </ul>
    </div>
  );
}
