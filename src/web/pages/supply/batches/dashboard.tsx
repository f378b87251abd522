import { href, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { batchOptions, batchSorts, listBatches, stockReport } from '#contracts/supply/stock.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { AlertTable } from '#web/pages/oversight/admin/alerts/alert-table.tsx';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { pageQueryOf, sortQueryOf } from '#web/server/page-query.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { drawChart } from '#web/ui/data/draw/draw-chart.ts';
import { Filters } from '#web/ui/data/filters.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { BatchTable } from './dashboard/batch-table.tsx';
import { filterOf } from './dashboard/filter-of.ts';
import { Owed } from './dashboard/owed.tsx';
import { StockCharts } from './dashboard/stock-charts.tsx';
import { StockFigures } from './dashboard/stock-figures.tsx';
import '#web/styles/office/admin.css';

export const handle = title('reseller.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const filter = filterOf(url.searchParams);
  const { roles } = context.get(pageContext).user ?? {};
  const [batches, report, options, alerts] = await Promise.all([
    read(where, listBatches, { query: { ...filter, ...pageQueryOf(url), ...sortQueryOf(url, batchSorts) } }),
    read(where, stockReport, { query: filter }),
    read(where, batchOptions),
    holdsDuty(roles, 'seller') ? { data: [] } : read(where, listAlerts, { query: { open: '1' } }),
  ]);
  const { days, ages, ...figures } = report.data;
  const points = (key: 'price_cents' | 'margin_cents') => days.map((day) => ({ at: day.day, value: day[key] / 100 }));
  return {
    batches,
    figures,
    options: options.data,
    filtered: Object.keys(filter).length > 0,
    alerts: alerts.data.filter(({ kind }) => kind.startsWith('stock.')),
    charts: {
      sales: drawChart({ kind: 'area', points: points('price_cents') }),
      margin: drawChart({ kind: 'area', points: points('margin_cents') }),
      ages: drawChart({
        kind: 'bar',
        points: ages.map(({ from_days, cards }) => ({ at: String(from_days), value: cards })),
      }),
    },
  };
}

export default function Dashboard() {
  const { t } = useI18n();
  const { batches, figures, charts, alerts, filtered } = useLoaderData<typeof loader>();
  const mayOpen = useRootData()?.user?.roles.includes('importer');
  return (
    <>
      <PageHead title={t('reseller.title')} lead={t('reseller.lead')}>
        {mayOpen ? <ButtonLink to={href('/reseller/new')}>{t('reseller.open')}</ButtonLink> : null}
      </PageHead>
      <div className="office">
        <BatchFilters />
        <StockFigures figures={figures} />
        {figures.sellers.length > 0 ? <Owed sellers={figures.sellers} /> : null}
        {alerts.length > 0 ? (
          <section className="stack" aria-label={t('alerts.title')}>
            <h2>{t('alerts.title')}</h2>
            <AlertTable alerts={alerts} empty={null} brief />
          </section>
        ) : null}
        <StockCharts charts={charts} />
        <section className="stack" aria-label={t('reseller.batches')}>
          <div className="row">
            <h2>{t('reseller.batches')}</h2>
            <Csv />
          </div>
          <BatchTable batches={batches.data} filtered={filtered} />
          <Pagination meta={batches.meta} />
        </section>
      </div>
    </>
  );
}

/** A file is not a page: the browser downloads it directly. */
function Csv() {
  const { t } = useI18n();
  return (
    <a className="push small" href={`${href('/reseller/csv')}${useLocation().search}`} download>
      {t('reseller.csv')}
    </a>
  );
}

function BatchFilters() {
  const { t } = useI18n();
  const { programmes, states, suppliers, sellers } = useLoaderData<typeof loader>().options;
  return (
    <Filters
      filters={[
        { name: 'programme_id', label: t('approvals.of_programme'), options: programmes, any: t('reseller.any') },
        { name: 'state', label: t('reseller.state'), options: states, any: t('reseller.any_state') },
        { name: 'supplier', label: t('approvals.supplier'), options: suppliers, any: t('reseller.any') },
        { name: 'seller_id', label: t('seller.one'), options: sellers, any: t('reseller.any') },
        { name: 'from', label: t('reseller.from'), type: 'date' },
        { name: 'to', label: t('reseller.to'), type: 'date' },
      ]}
    />
  );
}
