import { Form, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import type { Payment } from '#contracts/payments.ts';
import { listPayments, paymentOptions, paymentStatuses } from '#contracts/payments.ts';
import { read } from '#web/api.ts';
import { useWords } from '#web/live/use-words.ts';
import { pageQueryOf, searchOf } from '#web/page-query.ts';
import { title } from '#web/title.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { PaymentRows, paymentRow } from './billing/payment-rows.tsx';

export const handle = title('history.title');

const coins = ['BTC', 'ETH', 'LTC'] as const;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const q = searchOf(url.searchParams);
  const coin = coins.find((one) => one === url.searchParams.get('coin'));
  const status = paymentStatuses.find((one) => one === url.searchParams.get('status'));
  const query = { ...(q && { q }), ...(coin && { coin }), ...(status && { status }), ...pageQueryOf(url) };
  const [{ data, meta }, options] = await Promise.all([
    read(where, listPayments, { query }),
    read(where, paymentOptions),
  ]);
  const { coins: by_coin, statuses } = options.data;
  return { payments: data.map(paymentRow), meta, coins: by_coin, statuses, filtered: Boolean(q || coin || status) };
}

export default function BillingHistory() {
  const { t } = useWords();
  const { payments, meta, filtered } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('history.title')}>
        <ButtonLink to="/billing">{t('billing.title')}</ButtonLink>
      </PageHead>
      <HistorySearch />
      {payments.length ? (
        <PaymentRows payments={payments} />
      ) : filtered ? (
        <Empty
          title={t('list.nothing')}
          action={
            <ButtonLink to="/billing/history" look="secondary">
              {t('list.show_all')}
            </ButtonLink>
          }
        >
          {t('history.none_fits')}
        </Empty>
      ) : (
        <Empty title={t('history.none')} action={<ButtonLink to="/billing">{t('billing.title')}</ButtonLink>}>
          {t('history.none_more')}
        </Empty>
      )}
      <Pagination meta={meta} />
    </>
  );
}

function HistorySearch() {
  const { t } = useWords();
  const { coins: by_coin, statuses } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  return (
    <Form className="search" role="search" key={query.toString()}>
      <Field name="q" label={t('history.q')} type="search" defaultValue={query.get('q') ?? ''} />
      <Select name="coin" label={t('payment.coin')} defaultValue={query.get('coin') ?? ''}>
        <option value="">{t('history.all_coins')}</option>
        <Options options={by_coin} />
      </Select>
      <Select name="status" label={t('payment.status')} defaultValue={query.get('status') ?? ''}>
        <option value="">{t('history.any_status')}</option>
        <Options options={statuses} named={(status) => t(`payment.status.${status as Payment['status']}`)} />
      </Select>
      <Button look="secondary">{t('list.search')}</Button>
    </Form>
  );
}

interface OptionsProps {
  options: { value: string; label: string; count: number }[];
  named?: (value: string) => string;
}

function Options({ options, named = (value) => value }: OptionsProps) {
  const { number } = useWords();
  return options.map(({ value, count }) => (
    <option key={value} value={value}>
      {named(value)} ({number(count)})
    </option>
  ));
}
