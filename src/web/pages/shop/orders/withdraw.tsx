import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listWithdrawable } from '#contracts/shop/withdrawals.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';

export const handle = title('withdrawal.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return read({ context, url }, listWithdrawable, { query: pageQueryOf(url) });
}

/** Every card for which the buyer can withdraw from the contract, reachable from the foot of every page. */
export default function Withdraw() {
  const { t, face } = useI18n();
  const { data: cards, meta } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('withdrawal.title')} lead={t('withdrawal.lead')} />
      {cards.length ? (
        <ul className="lines-list panel">
          {cards.map(({ card_id, order, programme, face_cents, currency, until }) => (
            <li key={card_id}>
              <div>
                <strong>
                  {programme}, {face(face_cents, currency)}
                </strong>
                <p className="muted small">
                  <Link to={href('/orders/:id', { id: order.id })}>
                    {t('order.number', { number: String(order.number) })}
                  </Link>
                  , <FormattedMessage of="withdrawal.until" parts={{ at: <Time at={until} /> }} />
                </p>
              </div>
              <ButtonLink
                to={href('/orders/:id/withdraw/:card_id', { id: order.id, card_id })}
                variant="secondary"
                size="small"
                aria-label={t('withdrawal.of', { programme, number: String(order.number) })}
              >
                {t('withdrawal.title')}
              </ButtonLink>
            </li>
          ))}
        </ul>
      ) : (
        <Empty title={t('withdrawal.none')} action={<ButtonLink to={href('/orders')}>{t('orders.title')}</ButtonLink>}>
          {t('withdrawal.none_more')}
        </Empty>
      )}
      <Pagination meta={meta} />
    </>
  );
}
