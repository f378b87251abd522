import type { ReactNode } from 'react';
import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listHeld } from '#contracts/coins/holds.ts';
import { listChains } from '#contracts/coins/watcher.ts';
import { listMissingLegalTexts } from '#contracts/content/content.ts';
import { holdsDuty } from '#contracts/holds-duty.ts';
import { getOverview, OVERVIEW_DAYS, type Overview } from '#contracts/office/overview.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { listProposals } from '#contracts/oversight/four-eyes.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { alertReaders, chainWatchers, people, sectionsFor } from '#web/layouts/admin/admin-sections.ts';
import { useRevalidateEvery } from '#web/live/use-revalidate-every.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { drawChart } from '#web/ui/data/draw/draw-chart.ts';
import { Stat, Stats } from '#web/ui/data/stat.tsx';
import { Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { QuerySwitch } from '#web/ui/navigation/query-switch.tsx';
import { useHeldColumns } from '../coins/admin/payments/held-columns.tsx';
import { AlertTable } from '../oversight/admin/alerts/alert-table.tsx';
import { FirstSteps } from './overview/first-steps.tsx';
import { Machinery } from './overview/machinery.tsx';
import { OverviewCharts } from './overview/overview-charts.tsx';
import { OverviewFigures } from './overview/overview-figures.tsx';

export const handle = title('admin.title');

const SHOWN = 5;
/** A worker sums the figures every half a minute. */
const EVERY_MS = 30_000;

/** How the shop does, how many items need manual attention, and the first few. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const { roles } = context.get(pageContext).user ?? {};
  const days = OVERVIEW_DAYS.find((one) => one === url.searchParams.get('days')) ?? '1';
  const [{ data: overview }, proposals, alerts, held, chains, legal] = await Promise.all([
    read(where, getOverview, { query: { days } }),
    read(where, listProposals, { query: { per_page: '1' } }),
    holdsDuty(roles, ...alertReaders) ? read(where, listAlerts, { query: { open: '1' } }) : null,
    holdsDuty(roles, ...people) ? read(where, listHeld, { query: { per_page: String(SHOWN) } }) : null,
    holdsDuty(roles, ...chainWatchers) ? read(where, listChains) : null,
    holdsDuty(roles, 'publisher', 'approver', 'auditor') ? read(where, listMissingLegalTexts) : null,
  ]);
  return {
    days,
    overview,
    charts: chartsOf(overview.days),
    proposals: proposals.waiting,
    alerts: alerts && { count: alerts.data.length, newest: alerts.data.slice(0, SHOWN) },
    held: held && { count: held.meta.total, oldest: held.data },
    chains: chains?.data.map(({ coin, state }) => ({ coin, paused: state === 'paused' })),
    missing: legal?.data ?? [],
    unclaimed: chains?.data.reduce((sum, { unclaimed }) => sum + unclaimed.deposits, 0),
  };
}

function chartsOf(days: Overview['days']) {
  const draw = (name: 'sales_cents' | 'top_up_cents' | 'registered', unit: number) =>
    days.some((one) => one[name] === null)
      ? null
      : drawChart({
          kind: 'area',
          points: days.map((one) => ({ at: `${one.day}T00:00:00Z`, value: (one[name] ?? 0) / unit })),
        });
  return { sales: draw('sales_cents', 100), top_ups: draw('top_up_cents', 100), registered: draw('registered', 1) };
}

export default function Admin() {
  const { t, time } = useI18n();
  const { alerts, charts, days, held, missing, overview } = useLoaderData<typeof loader>();
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
        {missing.length ? (
          <Alert tone="warn">
            {t('legal.missing', { texts: missing.map((kind) => t(`legal.${kind}`)).join(', ') })}
          </Alert>
        ) : null}
        {overview.first_steps ? <FirstSteps steps={overview.first_steps} /> : null}
        <OverviewFigures overview={overview} />
        <OverviewCharts charts={charts} />
        <Waiting />
        <Machinery overview={overview} />
        {alerts ? (
          <Part title={t('overview.newest_alerts')} all={href('/admin/alerts')}>
            <AlertTable alerts={alerts.newest} empty={<p className="muted">{t('alerts.none')}</p>} brief />
          </Part>
        ) : null}
        {held ? (
          <Part title={t('overview.oldest_held')} all={href('/admin/payments')}>
            <Table
              caption={t('overview.oldest_held')}
              columns={heldColumns}
              rows={held.oldest}
              keyOf={({ id }) => id}
              hrefOf={({ id }) => href('/admin/payments/:id', { id })}
              empty={<p className="muted">{t('admin.payments_none')}</p>}
            />
          </Part>
        ) : null}
        <Sections />
      </div>
    </>
  );
}

/** What waits for a person. */
function Waiting() {
  const { t, number } = useI18n();
  const { proposals, alerts, held, chains, unclaimed } = useLoaderData<typeof loader>();
  const paused = chains?.filter((chain) => chain.paused).length;
  return (
    <Stats>
      <Stat label={t('overview.approvals')} value={number(proposals)} to={href('/admin/approvals')} />
      {alerts ? <Stat label={t('overview.alerts')} value={number(alerts.count)} to={href('/admin/alerts')} /> : null}
      {held ? <Stat label={t('overview.held')} value={number(held.count)} to={href('/admin/payments')} /> : null}
      {unclaimed === undefined ? null : (
        <Stat label={t('overview.unclaimed')} value={number(unclaimed)} to={href('/admin/chains')} />
      )}
      {chains ? (
        <Stat
          label={t('overview.chains')}
          value={chains.map(({ coin }) => coin).join(' ') || number(0)}
          change={paused ? t('overview.chains_paused', { count: paused }) : t('overview.chains_good')}
          tone={paused ? 'bad' : 'good'}
          to={href('/admin/chains')}
        />
      ) : null}
    </Stats>
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

function Sections() {
  const { t } = useI18n();
  const sections = sectionsFor(useRootData()?.user?.roles ?? []);
  return (
    <section className="stack" aria-label={t('overview.sections')}>
      <h2>{t('overview.sections')}</h2>
      <ul className="lines-list panel">
        {sections.map(({ to, label, about }) => (
          <li key={to}>
            <div>
              <h3 className="entry-title">
                <Link to={to}>{t(label)}</Link>
              </h3>
              <p className="muted small">{t(about)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
