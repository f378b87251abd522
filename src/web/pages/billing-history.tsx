import { Form, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { listPayments, paymentOptions, paymentStatuses } from '#contracts/payments.ts';
import { read } from '#web/api.ts';
import { pageQueryOf, searchOf } from '#web/page-query.ts';
import { titled } from '#web/titled.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { PaymentRows, paymentRow } from './billing/payment-rows.tsx';

export const meta = titled('Billing history');

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
  const { payments, meta, filtered } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Billing history">
        <ButtonLink to="/billing">Add funds</ButtonLink>
      </PageHead>
      <HistorySearch />
      {payments.length ? (
        <PaymentRows payments={payments} />
      ) : filtered ? (
        <Empty
          title="Nothing found"
          action={
            <ButtonLink to="/billing/history" look="secondary">
              Show all
            </ButtonLink>
          }
        >
          No payment fits this search.
        </Empty>
      ) : (
        <Empty title="No payments yet" action={<ButtonLink to="/billing">Add funds</ButtonLink>}>
          Every payment you start will stand here.
        </Empty>
      )}
      <Pagination meta={meta} />
    </>
  );
}

function HistorySearch() {
  const { coins: by_coin, statuses } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  return (
    <Form className="search" role="search" key={query.toString()}>
      <Field name="q" label="Address or transaction" type="search" defaultValue={query.get('q') ?? ''} />
      <Select name="coin" label="Coin" defaultValue={query.get('coin') ?? ''}>
        <option value="">All coins</option>
        <Options options={by_coin} />
      </Select>
      <Select name="status" label="Status" defaultValue={query.get('status') ?? ''}>
        <option value="">Any status</option>
        <Options options={statuses} />
      </Select>
      <Button look="secondary">Search</Button>
    </Form>
  );
}

function Options({ options }: { options: { value: string; label: string; count: number }[] }) {
  return options.map(({ value, label, count }) => (
    <option key={value} value={value}>
      {label} ({count})
    </option>
  ));
}
