import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listPayouts } from '#contracts/supply/payouts.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { read } from '#web/server/api.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ExportForm } from '#web/ui/data/export-form.tsx';
import { Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { PayoutTable } from './payouts/payout-table.tsx';
import '#web/styles/office/admin.css';

export const handle = title('payout.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return await read({ context, url }, listPayouts, { query: pageQueryOf(url) });
}

export default function Payouts() {
  const { t, money, day } = useI18n();
  const { data, meta, due, night, years } = useLoaderData<typeof loader>();
  const mayPay = useRootData()?.user?.roles.includes('payouts');
  return (
    <>
      <PageHead title={t('payout.title')} lead={t('payout.lead')} />
      <div className="office">
        {night ? (
          <Alert tone={night.problems > 0 ? 'bad' : 'good'}>
            {t('payout.night', { problems: night.problems, day: day(night.day) })}
          </Alert>
        ) : null}
        <section className="stack" aria-labelledby="due">
          <h2 id="due">{t('payout.due')}</h2>
          <Table
            caption={t('payout.due')}
            columns={[
              { key: 'seller', header: t('seller.one'), priority: 'lead', cell: (row) => <b>{row.legal_name}</b> },
              {
                key: 'available',
                header: t('seller.available'),
                priority: 'side',
                align: 'end',
                cell: (row) => money(row.available_cents),
              },
            ]}
            rows={due}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => href('/reseller/sellers/:id/payouts', { id })}
            empty={<Empty picture="payments" title={t('payout.none_due')} />}
          />
        </section>
        <section className="stack" aria-labelledby="payouts">
          <h2 id="payouts">{t('payout.all')}</h2>
          {mayPay ? (
            <form method="post" action={href('/reseller/payouts/csv')} className="row">
              <Button variant="secondary">{t('payout.export')}</Button>
              <p className="small muted">{t('payout.export_more')}</p>
            </form>
          ) : null}
          <PayoutTable payouts={data} />
          <Pagination meta={meta} />
          {years.length > 0 ? (
            <div className="row">
              {years.map((year) => (
                <ExportForm
                  key={year}
                  to={href('/reseller/payouts/:year/csv', { year: String(year) })}
                  label={t('payout.history', { year: String(year) })}
                />
              ))}
            </div>
          ) : null}
        </section>
      </div>
    </>
  );
}
