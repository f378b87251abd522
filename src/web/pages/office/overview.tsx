import type { ReactNode } from 'react';
import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listHeld } from '#contracts/coins/holds.ts';
import { listChains } from '#contracts/coins/watcher.ts';
import { listMissingLegalTexts } from '#contracts/content/content.ts';
import { holdsDuty } from '#contracts/holds-duty.ts';
import { getOverview, OVERVIEW_DAYS, type Overview } from '#contracts/office/overview.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { alertReaders, chainWatchers, people } from '#web/layouts/admin/admin-sections.ts';
import { useRevalidateEvery } from '#web/live/use-revalidate-every.ts';
import { read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { drawChart } from '#web/ui/data/draw/draw-chart.ts';
import { Table } from '#web/ui/data/table.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { QuerySwitch } from '#web/ui/navigation/query-switch.tsx';
import { useHeldColumns } from '../coins/admin/payments/held-columns.tsx';
import { AlertTable } from '../oversight/admin/alerts/alert-table.tsx';
import { FirstSteps } from './overview/first-steps.tsx';
import { Machinery } from './overview/machinery.tsx';
import { NeedsYou } from './overview/needs-you.tsx';
import { OverviewCharts } from './overview/overview-charts.tsx';
import { OverviewFigures } from './overview/overview-figures.tsx';

export const handle = title('admin.title');

const SHOWN = 5;
/** A worker sums the figures every half a minute. */
const EVERY_MS = 30_000;

/** How the shop does, what needs somebody, and the first few of what waits. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const { roles } = context.get(pageContext).user ?? {};
  const days = OVERVIEW_DAYS.find((one) => one === url.searchParams.get('days')) ?? '1';
  const [{ data: overview }, alerts, held, chains, legal] = await Promise.all([
    read(where, getOverview, { query: { days } }),
    holdsDuty(roles, ...alertReaders) ? read(where, listAlerts, { query: { open: '1' } }) : null,
    holdsDuty(roles, ...people) ? read(where, listHeld, { query: { per_page: String(SHOWN) } }) : null,
    holdsDuty(roles, ...chainWatchers) ? read(where, listChains) : null,
    holdsDuty(roles, 'publisher', 'approver', 'auditor') ? read(where, listMissingLegalTexts) : null,
  ]);
  return {
    days,
    overview,
    charts: chartsOf(overview),
    alerts: alerts?.data.slice(0, SHOWN),
    held: held?.data,
    chains: chains?.data.map(({ coin, state }) => ({ coin, paused: state === 'paused' })),
    missing: legal?.data ?? [],
  };
}

/** Each with the period before, where it has been summed. */
function chartsOf({ days, before }: Overview) {
  const draw = (name: 'sales_cents' | 'top_up_cents' | 'registered', unit: number) => {
    const points = (of: Overview['days']) =>
      of.map((one) => ({ at: `${one.day}T00:00:00Z`, value: (one[name] ?? 0) / unit }));
    return days.some((one) => one[name] === null)
      ? null
      : drawChart({ kind: 'area', points: points(days), earlier: points(before?.days ?? []) });
  };
  return { sales: draw('sales_cents', 100), top_ups: draw('top_up_cents', 100), registered: draw('registered', 1) };
}

export default function Admin() {
  const { t, time } = useI18n();
  const { alerts, chains, charts, days, held, missing, overview } = useLoaderData<typeof loader>();
  const heldColumns = useHeldColumns();
  useRevalidateEvery(true, EVERY_MS);
  return (
    <>
      <PageHead
        title={t('admin.title')}
        lead={overview.as_of ? t('overview.as_of', { at: time(overview.as_of) }) : t('overview.not_summed')}
      >
        <QuerySwitch
          label={t('overview.period')}
          path={href('/admin')}
          name="days"
          options={OVERVIEW_DAYS.map((value) => ({ value, label: t(`overview.days.${value}`) }))}
          chosen={days}
        />
      </PageHead>
      <div className="office">
        {overview.first_steps ? <FirstSteps steps={overview.first_steps} /> : null}
        <OverviewFigures overview={overview} />
        <div className="columns">
          <NeedsYou overview={overview} chains={chains} missing={missing} />
          <Machinery overview={overview} chains={chains} />
        </div>
        <OverviewCharts charts={charts} />
        {alerts?.length ? (
          <Part title={t('overview.newest_alerts')} all={href('/admin/alerts')}>
            <AlertTable alerts={alerts} empty={<p className="muted">{t('alerts.none')}</p>} brief />
          </Part>
        ) : null}
        {held?.length ? (
          <Part title={t('overview.oldest_held')} all={href('/admin/payments')}>
            <Table
              caption={t('overview.oldest_held')}
              columns={heldColumns}
              rows={held}
              keyOf={({ id }) => id}
              hrefOf={({ id }) => href('/admin/payments/:id', { id })}
              empty={<p className="muted">{t('admin.payments_none')}</p>}
            />
          </Part>
        ) : null}
      </div>
    </>
  );
}

function Part({ title: name, all, children }: { title: string; all: string; children: ReactNode }) {
  const { t } = useI18n();
  return (
    <section className="stack" aria-label={name}>
      <div className="row">
        <h2>{name}</h2>
        <Link to={all} className="push small" aria-label={`${t('overview.all')}: ${name}`}>
          {t('overview.all')}
        </Link>
      </div>
      {children}
    </section>
  );
}
