import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getStatement } from '#contracts/coins/statements.ts';
import { formatMonth } from '#i18n/format.ts';
import type { MessageKey } from '#i18n/message.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { PrintButton } from '#web/ui/controls/print-button.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import '#web/styles/billing.css';
import '#web/styles/pairs.css';

export const handle = title('statement.of', ({ month }: { month: string }) => ({ month: { month } }));

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, getStatement, { params: { month: params.month ?? '' } });
  return data;
}

export default function Statement() {
  const { t, locale } = useI18n();
  const { month, buyer, previous, next, lines } = useLoaderData<typeof loader>();
  return (
    <div className="stack sheet">
      <PageHead
        title={t('statement.of', { month: { month } })}
        lead={t('statement.for', { name: buyer.name ? `${buyer.name} (${buyer.username})` : buyer.username })}
      >
        <div className="row no-print">
          <a href={href('/billing/statements/:month/csv', { month })}>{t('statement.csv')}</a>
          <PrintButton />
        </div>
      </PageHead>
      <Sums />
      {lines.length ? <Lines /> : <p className="panel">{t('statement.none')}</p>}
      <p className="small muted">{t('statement.utc')}</p>
      <nav className="row no-print" aria-label={t('statements.title')}>
        {previous ? (
          <Link to={href('/billing/statements/:month', { month: previous })}>{formatMonth(locale, previous)}</Link>
        ) : null}
        <Link to={href('/billing/statements')}>{t('statements.title')}</Link>
        {next ? (
          <Link to={href('/billing/statements/:month', { month: next })}>{formatMonth(locale, next)}</Link>
        ) : null}
      </nav>
    </div>
  );
}

function Sums() {
  const { t } = useI18n();
  const { opening_cents, in_cents, out_cents, closing_cents } = useLoaderData<typeof loader>();
  const rows: [MessageKey, number][] = [
    ['statement.opening', opening_cents],
    ['statements.in', in_cents],
    ['statements.out', out_cents && -out_cents],
  ];
  return (
    <dl className="panel facts">
      {rows.map(([key, cents]) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd>
            <Money cents={cents} />
          </dd>
        </div>
      ))}
      <div className="total">
        <dt>{t('statements.closing')}</dt>
        <dd>
          <Money cents={closing_cents} />
        </dd>
      </div>
    </dl>
  );
}

const kinds: Record<string, MessageKey> = {
  preorder_released: 'movement.preorder_released',
  preorder_reserved: 'movement.preorder_reserved',
  top_up: 'movement.top_up',
  top_up_reversal: 'movement.top_up_reversal',
  top_up_return: 'movement.top_up_return',
  top_up_return_undone: 'movement.top_up_return_undone',
  order: 'movement.order',
  return: 'movement.return',
  refund: 'movement.refund',
  refund_set_off: 'movement.refund_set_off',
  debt_settlement: 'movement.debt_settlement',
  demo_grant: 'movement.demo_grant',
  adjustment: 'movement.adjustment',
  claim: 'movement.claim',
};

function Lines() {
  const { t } = useI18n();
  const { lines } = useLoaderData<typeof loader>();
  return (
    <table className="table panel" data-pairs>
      <caption className="visually-hidden">{t('statement.lines')}</caption>
      <thead>
        <tr>
          <th>{t('statement.at')}</th>
          <th>{t('statement.what')}</th>
          <th className="number">{t('payment.amount')}</th>
          <th className="number">{t('statement.balance')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ at, kind, payment, order, amount_cents, balance_cents }, index) => (
          <tr key={`${at} ${index}`}>
            <td data-label={t('statement.at')}>
              <Time at={at} />
            </td>
            <td data-label={t('statement.what')} data-first>
              <span>
                {t(kinds[kind] ?? 'movement.other')}{' '}
                {payment ? <Link to={href('/billing/:id', { id: payment.id })}>{payment.number}</Link> : null}
                {order ? <Link to={href('/orders/:id', { id: order.id })}>{order.number}</Link> : null}
              </span>
            </td>
            <td data-label={t('payment.amount')} data-first className="number">
              <Money cents={amount_cents} />
            </td>
            <td data-label={t('statement.balance')} data-labelled className="number">
              <Money cents={balance_cents} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
