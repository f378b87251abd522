import type { ReactNode } from 'react';
import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listAlerts } from '#contracts/alerts.ts';
import { listProposals } from '#contracts/four-eyes.ts';
import { listHeld } from '#contracts/holds.ts';
import { listChains } from '#contracts/watcher.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { sectionsFor } from '#web/layouts/admin-sections.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { read } from '#web/server/api.ts';
import { Stat, Stats } from '#web/ui/data/stat.tsx';
import { Table } from '#web/ui/data/table.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { AlertTable } from './alerts/list/alert-table.tsx';
import { useHeldColumns } from './payments/list/held-columns.tsx';

export const handle = title('admin.title');

const SHOWN = 5;

/** How many items need manual attention, and the first few. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const [proposals, alerts, held, chains] = await Promise.all([
    read(where, listProposals, { query: { per_page: '1' } }),
    read(where, listAlerts, { query: { open: '1' } }),
    read(where, listHeld, { query: { per_page: String(SHOWN) } }),
    read(where, listChains),
  ]);
  return {
    proposals: proposals.waiting,
    alerts: { count: alerts.data.length, newest: alerts.data.slice(0, SHOWN) },
    held: { count: held.meta.total, oldest: held.data },
    chains: chains.data.map(({ coin, state }) => ({ coin, paused: state === 'paused' })),
    unclaimed: chains.data.reduce((sum, { unclaimed }) => sum + unclaimed.deposits, 0),
  };
}

export default function Admin() {
  const { t } = useI18n();
  const { alerts, held } = useLoaderData<typeof loader>();
  const heldColumns = useHeldColumns();
  return (
    <>
      <PageHead title={t('admin.title')} />
      <div className="office">
        <Figures />
        <Part title={t('overview.newest_alerts')} all={href('/admin/alerts')}>
          <AlertTable alerts={alerts.newest} empty={<p className="muted">{t('alerts.none')}</p>} brief />
        </Part>
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
        <Sections />
      </div>
    </>
  );
}

function Figures() {
  const { t, number } = useI18n();
  const { proposals, alerts, held, chains, unclaimed } = useLoaderData<typeof loader>();
  const paused = chains.filter((chain) => chain.paused).length;
  return (
    <Stats>
      <Stat label={t('overview.approvals')} value={number(proposals)} to={href('/admin/approvals')} />
      <Stat label={t('overview.alerts')} value={number(alerts.count)} to={href('/admin/alerts')} />
      <Stat label={t('overview.held')} value={number(held.count)} to={href('/admin/payments')} />
      <Stat label={t('overview.unclaimed')} value={number(unclaimed)} to={href('/admin/chains')} />
      <Stat
        label={t('overview.chains')}
        value={chains.map(({ coin }) => coin).join(' ') || number(0)}
        change={paused ? t('overview.chains_paused', { count: paused }) : t('overview.chains_good')}
        tone={paused ? 'bad' : 'good'}
        to={href('/admin/chains')}
      />
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
  return (
    <section className="stack" aria-label={t('overview.sections')}>
      <h2>{t('overview.sections')}</h2>
      <ul className="lines-list panel">
        {sectionsFor(useRootData()?.user?.roles ?? []).map(({ to, label, about }) => (
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
