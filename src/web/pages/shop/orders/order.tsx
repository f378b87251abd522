import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getLimits } from '#contracts/customers/tiers.ts';
import { listGifts } from '#contracts/shop/gifts.ts';
import { getOrder, getOrderReceipt } from '#contracts/shop/orders.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRevalidateAfter } from '#web/live/use-revalidate-after.ts';
import { type Refusal, read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { type Typed, withPreserved } from '#web/server/preserve-form.ts';
import { PrintButton } from '#web/ui/controls/print-button.tsx';
import { OrderStatus } from '#web/ui/data/order-rows.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Mark } from '#web/ui/display/mark.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { actOnOrder } from './order/act-on-order.ts';
import { BoughtCard } from './order/bought-card.tsx';
import { CardGroup } from './order/card-group.tsx';
import { GiveTogether, TOGETHER } from './order/give-together.tsx';
import { groupEqual } from './order/group-equal.ts';
import { RevealAll } from './order/reveal-all.tsx';
import { RevealWait } from './order/reveal-wait.tsx';
import type { Secret } from './order/secret-view.tsx';
import '#web/styles/buying.css';

export const handle = title('order.number', ({ order }: { order: { number: number } }) => ({
  number: String(order.number),
}));

export async function loader(where: LoaderFunctionArgs) {
  const params = { id: where.params.id ?? '' };
  const [{ data: order }, { data: gifts }, { data: receipt }] = await Promise.all([
    read(where, getOrder, { params }),
    read(where, listGifts, { params }),
    read(where, getOrderReceipt, { params }),
  ]);
  const { shop, refunded_cents } = receipt;
  const ready_at = order.cards.find(({ revealable_at }) => revealable_at)?.revealable_at ?? null;
  const limits = ready_at === null ? null : (await read(where, getLimits)).data;
  const wait = ready_at && { ready_at, above_cents: limits?.tiers[limits.tier]?.delayed_reveal_above_cents ?? 0 };
  const now = where.context.get(pageContext).now.toISOString();
  return withPreserved({ order, gifts, shop, refunded_cents, wait, now }, where);
}

export const action = actOnOrder;

const isOpen = ({ state }: { state: string }) => state === 'delivered' || state === 'revealed';

export default function Order() {
  const { t } = useI18n();
  const { order, gifts, shop, refunded_cents, wait, now } = useLoaderData<typeof loader>();
  const posted = useActionResult() as
    | { card_id: string; refusal?: Refusal; values?: Typed; secrets?: Record<string, Secret> }
    | undefined;
  const together = posted?.card_id === TOGETHER ? posted : undefined;
  // When the wait is over, the codes can be revealed without a reload.
  useRevalidateAfter(wait ? Date.parse(wait.ready_at) - Date.parse(now) : null, now);
  return (
    <div className="sheet">
      <p className="sheet-shop print-only">
        <Mark /> <strong>{shop.name}</strong> <span>{shop.url}</span>
      </p>
      <PageHead
        title={t('order.number', { number: String(order.number) })}
        lead={
          <>
            <FormattedMessage
              of="order.placed"
              parts={{ at: <Time at={order.created_at} />, total: <Money cents={order.total_cents} /> }}
            />
            {refunded_cents > 0 ? (
              <>
                , <FormattedMessage of="order.paid_back" parts={{ amount: <Money cents={refunded_cents} /> }} />
              </>
            ) : null}
          </>
        }
      >
        <div className="row">
          <OrderStatus status={order.status} />
          <Link to={href('/orders/:id/receipt', { id: order.id })} className="no-print">
            {t('order.receipt')}
          </Link>
          <PrintButton />
        </div>
      </PageHead>
      {wait ? <RevealWait {...wait} now={now} codes={order.cards.filter((one) => one.revealable_at).length} /> : null}
      <RevealAll
        cards={order.cards}
        now={now}
        refusal={posted?.card_id === '' ? posted.refusal : undefined}
        secrets={posted?.secrets}
      />
      <GiveTogether order={order} gifts={gifts} now={now} refusal={together?.refusal} values={together?.values} />
      <ul className="stack">
        {groupEqual(order.cards).map((cards) => (
          <li key={cards[0]?.id}>
            <CardGroup cards={cards}>
              {(card, place) => (
                <BoughtCard
                  order_id={order.id}
                  card={card}
                  gift={gifts.find(({ card_id }) => card_id === card.id)}
                  shown={posted?.secrets?.[card.id]}
                  alone={order.cards.filter(isOpen).length === 1}
                  now={now}
                  place={place}
                />
              )}
            </CardGroup>
          </li>
        ))}
      </ul>
    </div>
  );
}
